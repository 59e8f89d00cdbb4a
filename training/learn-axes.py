"""Learns the axes of tokens from questions and their evidence, beginning with those of `fit-axes.mjs`.

`python training/learn-axes.py FOLDER [--steps 1200] [--pull 0.3] [--seed 1] [--pools N]` prints, at each quarter of the
way, the share of the evidence among the first ten by late interaction alone, on data held out of the training and on the
development chats, and writes `token-axes.ts` into FOLDER. README.md says what came of it, and what the folder holds.
"""

import argparse
import base64
import json
import random
import re
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import optax

from pools import axes, axes_file, counted, dev_pools, encoded, friends_pools, layers, packed_axes, qmsum_pools
from pools import rarity, split_off, unit, width

max_tokens = 96
# One step: so many turns of so many tokens, and so many questions; what is longer is cut.
pool_turns, turn_tokens, pool_questions, question_tokens = 160, 40, 16, 12
friends_share = 0.6
first_temperature, learning_rate = 15.0, 5e-4

options = argparse.ArgumentParser(description=__doc__)
options.add_argument("folder", type=Path)
options.add_argument("--steps", type=int, default=1200)
options.add_argument("--pull", type=float, default=0.3, help="how strongly the first axes pull back")
options.add_argument("--seed", type=int, default=1)
options.add_argument("--pools", type=int, help="how many conversations of each kind are read at most, to try it out")
options.add_argument("--dev", type=Path, nargs="*", default=[], help="files in LoCoMo's form, to be measured alone")
given = options.parse_args()
random.seed(given.seed)


def encoded_pools(pools, stop_words):
    result = []
    for turns, questions, speakers in pools:
        questions = [(question, places) for question, places in questions if places]
        found = []
        texts = [*turns, *(question for question, _ in questions)]
        for at, ((states,), words) in enumerate(encoded(texts, max_tokens, (layers,))):
            kept = counted(words, stop_words if at < len(turns) else stop_words | speakers)
            found.append((states[1:-1][kept], [words[place] for place in kept]))
        asked = [(*one, places) for one, (_, places) in zip(found[len(turns) :], questions) if one[1]]
        if asked:
            result.append((found[: len(turns)], asked))
        if given.pools is not None and len(result) >= given.pools:
            break
    return result


# Learning: the matrix and the offset, so that the turns with the evidence score above all others of their conversation.


first_matrix, first_offset = packed_axes()


def loss_of(learned, turns, turn_mask, questions, rarities, evidence, filled):
    short = lambda states: unit(states @ learned["matrix"] + learned["offset"])
    cosines = jnp.einsum("qta,nda->qtnd", short(questions), short(turns))
    closest = jnp.maximum(jnp.where(turn_mask[None, None] > 0, cosines, -1).max(-1), 0)
    scores = (rarities[:, :, None] * closest**2).sum(1) / (rarities.sum(1)[:, None] + 1e-6)
    logits = scores * jnp.exp(learned["temperature"]) - 1e9 * (1 - filled)[None]
    asked = evidence.sum(1) > 0
    each = jax.nn.logsumexp(logits, 1) - jax.nn.logsumexp(jnp.where(evidence > 0, logits, -1e9), 1)
    moved = ((learned["matrix"] - first_matrix) ** 2).sum() / (first_matrix**2).sum()
    return (each * asked).sum() / asked.sum() + given.pull * moved


def batch_of(pools):
    turns, questions = [], []
    for pool_turns_here, asked in random.sample(pools, len(pools)):
        kept = range(len(pool_turns_here))
        if len(turns) + len(kept) > pool_turns:
            if turns:
                break
            kept = sorted(random.sample(kept, pool_turns))
        place = {at: len(turns) + new for new, at in enumerate(kept)}
        turns += [pool_turns_here[at] for at in kept]
        questions += [(states, words, [place[at] for at in places if at in place]) for states, words, places in asked]
    questions = random.sample([one for one in questions if one[2]], min(pool_questions, sum(1 for one in questions if one[2])))
    rare = rarity([words for _, words in turns])
    turn_states = np.zeros((pool_turns, turn_tokens, width), np.float32)
    turn_mask = np.zeros((pool_turns, turn_tokens), np.float32)
    for at, (states, _) in enumerate(turns):
        count = min(turn_tokens, len(states))
        turn_states[at, :count], turn_mask[at, :count] = states[:count], 1
    question_states = np.zeros((pool_questions, question_tokens, width), np.float32)
    rarities = np.zeros((pool_questions, question_tokens), np.float32)
    evidence = np.zeros((pool_questions, pool_turns), np.float32)
    for at, (states, words, places) in enumerate(questions):
        count = min(question_tokens, len(states))
        question_states[at, :count] = states[:count]
        rarities[at, :count] = [rare(word) for word in words[:count]]
        evidence[at, places] = 1
    filled = (np.arange(pool_turns) < len(turns)).astype(np.float32)
    return turn_states, turn_mask, question_states, rarities, evidence, filled


def found_share(pools, matrix, offset):
    """The share of the evidence among the first ten, in per cent: mean over the questions."""
    short = lambda states: np.asarray(unit(states.astype(np.float32) @ matrix + offset))
    shares = []
    for turns, asked in pools:
        rare = rarity([words for _, words in turns])
        tokens = [short(states) for states, _ in turns]
        filled = [at for at, one in enumerate(tokens) if len(one) > 0]
        starts = np.cumsum([0, *(len(tokens[at]) for at in filled)])[:-1]
        together = np.concatenate([tokens[at] for at in filled]).T
        for states, words, places in asked:
            closest = np.maximum(np.maximum.reduceat(short(states) @ together, starts, axis=1), 0)
            weight = np.array([rare(word) for word in words])
            scores = np.zeros(len(turns))
            scores[filled] = (weight[:, None] * closest**2).sum(0) / weight.sum()
            first = set(np.argsort(-scores)[:10])
            shares.append(len(first & set(places)) / min(10, len(places)))
    return round(100 * float(np.mean(shares)), 1)


def main():
    stop_words = set(json.loads((given.folder / "stop-words.json").read_text()))
    training, measured = [], {}
    for name, pools in (("FriendsQA", friends_pools(given.folder)), ("QMSum", qmsum_pools(given.folder))):
        measured[name], learned_from = split_off(encoded_pools(pools, stop_words))
        training.append(learned_from)
    for file in given.dev:
        measured[file.stem] = encoded_pools(dev_pools(file), stop_words)
    learned = {"matrix": jnp.asarray(first_matrix), "offset": jnp.asarray(first_offset)}
    learned["temperature"] = jnp.asarray(np.log(first_temperature), jnp.float32)
    optimiser = optax.adam(optax.cosine_decay_schedule(learning_rate, given.steps))
    state = optimiser.init(learned)

    @jax.jit
    def step(learned, state, batch):
        loss, gradient = jax.value_and_grad(loss_of)(learned, *batch)
        updates, state = optimiser.update(gradient, state, learned)
        return optax.apply_updates(learned, updates), state, loss

    losses = []
    for at in range(given.steps + 1):
        if at % max(1, given.steps // 4) == 0:
            shares = {name: found_share(pools, learned["matrix"], learned["offset"]) for name, pools in measured.items()}
            print(f"step {at}: loss {np.mean(losses or [0]):.3f}, evidence in ten, %: {shares}", flush=True)
            losses = []
        if at < given.steps:
            learned, state, loss = step(learned, state, batch_of(training[0 if random.random() < friends_share else 1]))
            losses.append(float(loss))
    rows = np.asarray(learned["matrix"]).T
    scales = (np.abs(rows).max(1) / 127).astype("<f4")
    whole = np.round(rows / scales[:, None]).astype(np.int8)
    offset = np.asarray(learned["offset"]).astype("<f4")
    packed = base64.b64encode(whole.tobytes() + scales.tobytes() + offset.tobytes()).decode()
    lines = "\n".join(packed[start : start + 116] for start in range(0, len(packed), 116))
    target = given.folder / "token-axes.ts"
    target.write_text(re.sub(r"`\n[^`]+`;", f"`\n{lines}\n`;", axes_file.read_text(), count=1))


main()
