"""A house table with changes of every kind: an option, a price, a declaration."""

from __future__ import annotations

LION = """
extends: hlucin
table: u_lva
title: At the Lion
choose: {varsava.mond_free: yes, settlement.solo_rate: 0.40}
declarations: {rows: {taroky: {pay: 2.00}}}
"""
