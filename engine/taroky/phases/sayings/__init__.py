"""The rules of announcing, beside the phase itself: which rows a stage and a contract let be said, what
of them a seat may say and why not the rest, and which stage asks whom.

May import what the phases may, the doubles and the declarations.
"""

from taroky.phases.sayings.rows import expand, sayable

__all__ = ["expand", "sayable"]
