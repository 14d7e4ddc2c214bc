"""A PettingZoo environment for programs that learn to play: `pip install taroky[rl]`.

    from taroky.rl import env

    hands = env("hlucin")
    hands.reset(seed=7)
    for agent in hands.agent_iter():
        observation, reward, terminated, truncated, _ = hands.last()
        over = terminated or truncated
        hands.step(None if over else hands.action_space(agent).sample(observation["action_mask"]))

May import everything of the engine but the command line; nothing imports it, and the browser does without.
"""

from taroky.rl.action_ids import ActionIds
from taroky.rl.environment import HandEnvironment, env
from taroky.rl.observing import Layout

__all__ = ["ActionIds", "HandEnvironment", "Layout", "env"]
