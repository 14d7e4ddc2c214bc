"""One hand after another at a table, as an environment of PettingZoo in which players act in turn."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from taroky import public
from taroky.errors import RecordError
from taroky.hand import Hand, Legal
from taroky.messages import say
from taroky.rl.action_ids import ActionIds, Picked
from taroky.rl.observing import Layout
from taroky.rules.table import Table

#: How often cards are dealt again that nobody has anything to decide with.
_DEALS = 100

#: "observation" and "action_mask", which has a one for each legal action.
type Observation = dict[str, NDArray[Any]]


def env(
    source: str | Path | Table = "hlucin",
    options: Mapping[str, Any] | None = None,
    render_mode: str | None = None,
) -> AECEnv[str, Observation, int | None]:
    """An environment of a rule set, a packed house table or one in a file, in PettingZoo's usual wrappers:
    an illegal action ends the hand for all and costs 1, and acting before `reset` is an error.

    options: house options by their keys. Raises TarokyError for a table that cannot be used.
    """
    made: AECEnv[str, Observation, int | None] = HandEnvironment(source, options, render_mode)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class HandEnvironment(AECEnv[str, Observation, int | None]):  # type: ignore[misc]  # has no types
    """The environment without wrappers, which is faster.

    Agents are player_0 (seat A), player_1 and so on. A hand begins dealt and ends settled: each agent's
    reward is what it is paid, in units of the table (crowns, say), all of it at the end. A hand in which
    a house's rules leave nothing to do is truncated. hand: the hand as it is now, for programs that look
    behind the cards.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "taroky_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        source: str | Path | Table = "hlucin",
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.table = public.load(source, options)
        self.actions = ActionIds(self.table)
        self.layout = Layout(self.actions)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{place}" for place in range(len(self.table.active))]
        self._seats = dict(zip(self.possible_agents, self.table.active, strict=True))
        self._agents = {seat: agent for agent, seat in self._seats.items()}
        self.agents: list[str] = []
        self._random = random.Random()
        self.hand: Hand
        self._options: Legal | None = None
        self._picked = Picked()
        self._legal: list[int] = []

    @cached_property
    def observation_spaces(self) -> dict[str, spaces.Space[Any]]:
        """The space of observations of each agent, the same for all."""
        size = len(self.actions.choices)
        space = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (self.layout.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (size,), np.int8),
            }
        )
        return dict.fromkeys(self.possible_agents, space)

    @cached_property
    def action_spaces(self) -> dict[str, spaces.Space[Any]]:
        """The space of actions of each agent: the numbers of `actions`."""
        size = len(self.actions.choices)
        return {agent: spaces.Discrete(size) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal the next hand; the same seed deals the same hands from there on. options: {"hand": a hand}
        to go on from that one."""
        if seed is not None:
            self._random = random.Random(seed)
        hand = (options or {}).get("hand") or self._deal()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._go_on(hand)

    def observe(self, agent: str) -> Observation:
        """Return what an agent knows now, and what it may do if it is its turn."""
        seat = self._seats[agent]
        mine = self._options is not None and self._options.seat == seat
        mask = np.zeros(len(self.actions.choices), np.int8)
        if mine:
            mask[self._legal] = 1
        picked = self._picked if mine else Picked()
        observation = self.layout.observed(public.view(self.hand, seat), picked)
        return {"observation": observation, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Let the agent whose turn it is act. Raises TarokyError for an action that is not legal now."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(None)
            return
        assert self._options is not None
        if action is None or int(action) not in self._legal:
            known = action is not None and 0 <= int(action) < len(self.actions.choices)
            shown = self.actions.written(int(action)) if action is not None and known else action
            raise RecordError(say("rl.illegal", action=str(shown)[:60], agent=agent))
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        chosen = self.actions.chosen(self._options, self._picked, int(action))
        if isinstance(chosen, Picked):
            self._picked = chosen
            self._legal = self.actions.legal(self.hand, self._options, chosen)
        else:
            self._go_on(public.apply(self.hand, chosen))
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The record of the hand as it is, all cards included; None without a render mode."""
        return public.record(self.hand) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""

    def _deal(self) -> Hand:
        """A hand in which somebody has something to decide, unless a house's rules end nearly all at once."""
        for _ in range(_DEALS):
            hand = public.deal(self.table, self._random.getrandbits(64))
            if public.turn(hand) is not None:
                break
        return hand

    def _go_on(self, hand: Hand) -> None:
        """Ask the next agent, or pay."""
        self.hand, self._options, self._picked = hand, public.legal(hand), Picked()
        if self._options is None:
            payments = public.settle(hand).payments
            self.rewards = {agent: float(payments[seat]) for agent, seat in self._seats.items()}
            self.terminations = dict.fromkeys(self.agents, True)
            return
        self.agent_selection = self._agents[self._options.seat]
        self._legal = self.actions.legal(hand, self._options, self._picked)
        if not self._legal:
            self._options = None
            self.truncations = dict.fromkeys(self.agents, True)
