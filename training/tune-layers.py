"""Tunes the last layers of the model for late interaction and for the vector of the whole text.

`python training/tune-layers.py FOLDER [--steps 240] [--first 4] [--pull 1] [--seed 1] [--dev FILE...]` freezes all below
layer `--first`, and learns so that turns with the evidence of a question rank above the other turns when the words (BM25)
count as well. At each third of the way it prints the share of the evidence among the first ten. Into FOLDER it writes the
model's weights with those layers moved by each share of `--blends`. README.md says what came of it.
"""

import argparse
import json
import random
import re
from pathlib import Path
from types import SimpleNamespace

import jax
import jax.numpy as jnp
import numpy as np
import optax
from safetensors.numpy import save_file

import pools as shared

options = argparse.ArgumentParser(description=__doc__)
options.add_argument("folder", type=Path)
options.add_argument("--steps", type=int, default=240)
options.add_argument("--first", type=int, default=4, help="the first layer that is learned")
options.add_argument("--pull", type=float, default=1.0, help="how strongly what the first weights make pulls back")
options.add_argument("--rate", type=float, default=5e-5)
options.add_argument("--seed", type=int, default=1)
options.add_argument("--blends", type=float, nargs="*", default=[1.0, 0.5])
options.add_argument("--dev", type=Path, nargs="*", default=[], help="files in LoCoMo's form, to be measured alone")
options.add_argument("--pools", type=int, help="how many conversations of each kind are read at most, to try it out")
given = options.parse_args()
random.seed(given.seed)

max_tokens = 64
# One step of each kind: so many turns of so many tokens; what is longer is cut.
shapes = {"FriendsQA": (96, 24), "QMSum": (64, 48)}
step_questions, question_tokens = 24, 20
friends_share = 0.6
# As the product weighs them (src/recall/profiles.ts), and counts neighbours; here the last turn comes before the first.
shares = {"words": 1, "cosine": 0.4, "closest": 0.66, "context": 0.33}
around = {-1: 0.7, -2: 0.4, 1: 0.3}
# Temperatures of the ranking by all, of late interaction alone and of the cosine alone, and what the last two weigh.
temperature, closest_temperature, cosine_temperature = 5.0, 15.0, 15.0
closest_share, cosine_share = 0.5, 0.25

matrix, offset = shared.packed_axes()
stop_words = set(json.loads((given.folder / "stop-words.json").read_text()))


def texts_of(texts, left_out):
    """Of each text the states below the learned layers, what the first weights make of it, and the words that count."""
    result = []
    for (low, last), words in shared.encoded(texts, max_tokens, (given.first, shared.layers)):
        kept = shared.counted(words, left_out)
        last = last.astype(np.float32)
        short = shared.unit(last[1:-1][kept] @ matrix + offset, np).astype(np.float16).reshape(-1, shared.axes)
        vector = shared.unit(last.mean(0), np)
        result.append(SimpleNamespace(low=low, kept=kept, words=[words[at] for at in kept], short=short, vector=vector))
    return result


def stem(word):
    return re.sub(r"(ing|ed|es|s|ly)$", "", word) if len(word) > 4 else word


def dropped(question, evidence):
    """The question without some of its words, more of those that its evidence has."""
    there = {stem(word) for turn in evidence for word in re.findall(r"\w+", turn.lower())}
    words = question.split()
    kept = [word for word in words if random.random() > (0.4 if stem(re.sub(r"\W", "", word.lower())) in there else 0.15)]
    return " ".join(kept) if len(kept) > 2 else question


def pools_of(conversations, variants):
    """Pools with their texts encoded; of each question also so many variants without some of its words."""
    result = []
    for turns, questions, speakers in conversations:
        questions = [(question, places) for question, places in questions if places]
        worded = [
            (at, text)
            for at, (question, places) in enumerate(questions)
            for text in {question: 0, **{dropped(question, [turns[p] for p in places]): 0 for _ in range(variants)}}
        ]
        said = texts_of(turns, stop_words)
        asked = [[] for _ in questions]
        for (at, _), text in zip(worded, texts_of([text for _, text in worded], stop_words | speakers)):
            if text.words:
                asked[at].append(text)
        found = [(texts, places) for texts, (_, places) in zip(asked, questions) if texts]
        if found:
            result.append((said, found))
        if given.pools is not None and len(result) >= given.pools:
            break
    return result


def joined(pools, most):
    """Pools put together until each has so many turns; they stay apart by their numbers."""
    result, said, asked, of = [], [], [], []
    for number, (turns, questions) in enumerate(pools):
        if said and len(said) + len(turns) > most:
            result.append((said, asked, of))
            said, asked, of = [], [], []
        asked = [*asked, *((texts, [len(said) + at for at in places]) for texts, places in questions)]
        said, of = [*said, *turns], [*of, *[number] * len(turns)]
    return [*result, (said, asked, of)]


def bm25(turns, of, questions):
    """BM25 of each question's words over the turns with their neighbours, from 0 to 1 for the best."""
    stems = [[stem(word) for word in turn.words] for turn in turns]
    lengths = np.array([len(one) for one in stems], np.float32)
    vocabulary = {word: at for at, word in enumerate(sorted({word for one in stems for word in one}))}
    counts = np.zeros((len(turns), len(vocabulary)), np.float32)
    for at, one in enumerate(stems):
        for word in one:
            counts[at, vocabulary[word]] += 1
    rare = np.log((len(turns) + 1) / ((counts > 0).sum(0) + 0.5))
    of = np.array(of)
    whole = counts.copy()
    for far, share in around.items():
        moved = np.roll(counts, -far, 0) * (np.roll(of, -far) == of)[:, None]
        whole += share * moved
    weighed = rare * whole * 2.2 / (whole + 1.2 * (0.25 + 0.75 * lengths / max(1, lengths.mean()))[:, None])
    scores = np.zeros((len(questions), len(turns)), np.float32)
    for row, question in enumerate(questions):
        known = [vocabulary[stem(word)] for word in question.words if stem(word) in vocabulary]
        scores[row] = weighed[:, known].sum(1)
    return scores / np.maximum(scores.max(1, keepdims=True), 1e-6)


def padded(texts, tokens):
    """States below the learned layers, the mask of all tokens and of those that count, and what the first weights made."""
    low = np.zeros((len(texts), tokens, shared.width), np.float32)
    mask, counts = np.zeros((2, len(texts), tokens), np.float32)
    short = np.zeros((len(texts), tokens, shared.axes), np.float32)
    vector = np.zeros((len(texts), shared.width), np.float32)
    mask[:, 0] = 1
    for at, text in enumerate(texts):
        if text is None:
            continue
        count = min(tokens, len(text.low))
        low[at, :count], mask[at, :count], vector[at] = text.low[:count], 1, text.vector
        for place, one in enumerate(text.kept):
            if one + 1 < tokens:
                counts[at, one + 1], short[at, one + 1] = 1, text.short[place]
    return low, mask, counts, short, vector


def made(learned, low, mask):
    state = low
    for layer in range(given.first, shared.layers):
        state = shared.layer_over(learned, layer, state, mask)
    vector = (state * mask[..., None]).sum(1) / mask.sum(1)[:, None]
    return shared.unit(state @ matrix + offset), shared.unit(vector)


# What follows runs in `jnp` for the learning, and in `np` for the measuring, where each pool has a shape of its own.


def spread(scores, filled):
    """From 0 for the least to 1 for the most among the turns that are there."""
    least = (scores + 9 * (1 - filled)).min(1, keepdims=True)
    most = (scores - 9 * (1 - filled)).max(1, keepdims=True)
    return (scores - least) / (most - least + 1e-6)


def signals(numbers, closest, rarities, of):
    """Late interaction, and the same with the neighbours; `closest` is [questions, tokens, turns]."""
    roots = rarities[:, :, None]
    alone = (roots * closest**2).sum(1) / (roots.sum(1) + 1e-6)
    cubes = closest**3
    moved = [share * numbers.roll(cubes, -far, 2) * (numbers.roll(of, -far) == of) for far, share in around.items()]
    near = cubes + sum(moved)
    return alone, (roots**2 * near / (near + 1)).sum(1) / ((roots**2).sum(1) + 1e-6)


def ranking(words, alone, context, cosine, filled):
    meanings = {"cosine": cosine, "closest": alone, "context": context}
    return shares["words"] * words + sum(shares[name] * spread(scores, filled) for name, scores in meanings.items())


def missed(logits, evidence, filled):
    logits = logits - 1e9 * (1 - filled)
    asked = evidence.sum(1) > 0
    each = jax.nn.logsumexp(logits, 1) - jax.nn.logsumexp(jnp.where(evidence > 0, logits, -1e9), 1)
    return (each * asked).sum() / asked.sum()


def loss_of(learned, turns, questions, rarities, words, evidence, filled, of):
    low, mask, counts, first_short, first_vector = turns
    short, vector = made(learned, low, mask)
    asked_short, asked_vector = made(learned, questions[0], questions[1])
    cosines = jnp.einsum("qta,nda->qtnd", asked_short, short)
    closest = jnp.maximum(jnp.where(counts[None, None] > 0, cosines, -1).max(-1), 0)
    alone, context = signals(jnp, closest, rarities, of)
    cosine = asked_vector @ vector.T
    away = lambda now, first, there: ((1 - (now * first).sum(-1)) * there).sum() / there.sum()
    pull = away(short, first_short, counts) + away(vector, first_vector, filled)
    pull += away(asked_short, questions[3], questions[2])
    return (
        missed(temperature * ranking(words, alone, context, cosine, filled), evidence, filled)
        + closest_share * missed(closest_temperature * alone, evidence, filled)
        + cosine_share * missed(cosine_temperature * cosine, evidence, filled)
        + given.pull * pull
    )


def batch_of(pools, turns_of_step, tokens):
    said, asked, of = [], [], []
    for number, (turns, questions) in enumerate(random.sample(pools, len(pools))):
        first = 0
        if len(said) + len(turns) > turns_of_step:
            if said:
                break
            first = random.randrange(len(turns) - turns_of_step + 1)
        kept = range(first, min(len(turns), first + turns_of_step))
        place = {at: len(said) + new for new, at in enumerate(kept)}
        said, of = [*said, *(turns[at] for at in kept)], [*of, *[number] * len(kept)]
        asked += [(random.choice(texts), [place[at] for at in places if at in place]) for texts, places in questions]
    asked = [one for one in asked if one[1]]
    asked = random.sample(asked, min(step_questions, len(asked)))
    if not asked:
        return batch_of(pools, turns_of_step, tokens)
    rare = shared.rarity([turn.words for turn in said])
    questions = padded([*(text for text, _ in asked), *[None] * (step_questions - len(asked))], question_tokens)
    rarities = np.zeros((step_questions, question_tokens), np.float32)
    evidence, words = np.zeros((2, step_questions, turns_of_step), np.float32)
    words[: len(asked), : len(said)] = bm25(said, of, [text for text, _ in asked])
    for row, (text, places) in enumerate(asked):
        evidence[row, places] = 1
        for one, word in zip(text.kept, text.words):
            if one + 1 < question_tokens:
                rarities[row, one + 1] = rare(word)
    empty = turns_of_step - len(said)
    filled = np.array([*[1] * len(said), *[0] * empty], np.float32)
    turns = padded([*said, *[None] * empty], tokens)
    return turns, questions, rarities, words, evidence, filled, np.array([*of, *[-1] * empty])


run_made = jax.jit(made)


def remade(learned, texts):
    """Of each text the short vectors of the words that count, and the vector of all."""
    result = [None] * len(texts)
    order = sorted(range(len(texts)), key=lambda at: len(texts[at].low))
    for start in range(0, len(order), 32):
        rows = order[start : start + 32]
        longest = -(-max(len(texts[at].low) for at in rows) // 8) * 8
        low, mask, *_ = padded([*(texts[at] for at in rows), *[None] * (32 - len(rows))], longest)
        short, vector = (np.asarray(one) for one in run_made(learned, low, mask))
        for row, at in enumerate(rows):
            result[at] = (short[row, 1:][texts[at].kept], vector[row])
    return result


def found_shares(learned, pools):
    """The shares of the evidence among the first ten by all, by late interaction alone and by the cosine, in per cent."""
    hits = []
    for turns, asked, of in pools:
        rare = shared.rarity([turn.words for turn in turns])
        said = remade(learned, turns)
        questions = [texts[0] for texts, _ in asked]
        words = bm25(turns, of, questions)
        filled = [at for at, turn in enumerate(turns) if turn.words]
        starts = np.cumsum([0, *(len(turns[at].words) for at in filled)])[:-1]
        together = np.concatenate([said[at][0] for at in filled]).T
        vectors = np.stack([vector for _, vector in said])
        there = np.ones(len(turns), np.float32)
        for row, (text, (short, vector), (_, places)) in enumerate(zip(questions, remade(learned, questions), asked)):
            closest = np.zeros((1, len(text.words), len(turns)), np.float32)
            closest[0][:, filled] = np.maximum(np.maximum.reduceat(short @ together, starts, axis=1), 0)
            rarities = np.array([[rare(word) for word in text.words]], np.float32)
            alone, context = signals(np, closest, rarities, np.array(of))
            cosine = (vectors @ vector)[None]
            whole = ranking(words[row][None], alone, context, cosine, there)
            ranked = [np.argsort(-scores[0])[:10] for scores in (whole, alone, cosine)]
            hits.append([len(set(first) & set(places)) / min(10, len(places)) for first in ranked])
    return [round(100 * float(one), 1) for one in np.mean(hits, 0)]


def main():
    learning, measured = {}, {}
    kinds = {"FriendsQA": shared.friends_pools(given.folder), "QMSum": shared.qmsum_pools(given.folder, 50, 30)}
    for name, conversations in kinds.items():
        held_out, learning[name] = shared.split_off(pools_of(conversations, 2))
        measured[name] = joined(held_out, 200)
        print(f"{name}: {sum(len(asked) for _, asked in learning[name])} questions to learn from", flush=True)
    for file in given.dev:
        measured[file.stem] = [joined([pool], 0)[0] for pool in pools_of(shared.dev_pools(file), 0)]
    random.seed(given.seed)
    first = {
        name: value
        for name, value in shared.weights.items()
        if any(name.startswith(f"encoder.layer.{layer}.") for layer in range(given.first, shared.layers))
    }
    learned = dict(first)
    rate = optax.warmup_cosine_decay_schedule(0, given.rate, max(1, given.steps // 20), given.steps)
    optimiser = optax.chain(optax.clip_by_global_norm(1.0), optax.adam(rate))
    state = optimiser.init(learned)

    @jax.jit
    def step(learned, state, batch):
        loss, gradient = jax.value_and_grad(loss_of)(learned, *batch)
        updates, state = optimiser.update(gradient, state, learned)
        return optax.apply_updates(learned, updates), state, loss

    def tell(at, losses, weights, wanted):
        found = {name: found_shares(weights, measured[name]) for name in wanted}
        loss = np.mean(losses or [np.nan])
        print(f"{at}: loss {loss:.3f}, evidence in ten by all, late interaction, cosine, %: {found}", flush=True)

    losses = []
    for at in range(given.steps):
        if at % max(1, given.steps // 3) == 0:
            tell(f"step {at}", losses, learned, measured if at == 0 else learning)
            losses = []
        kind = "FriendsQA" if random.random() < friends_share else "QMSum"
        learned, state, loss = step(learned, state, batch_of(learning[kind], *shapes[kind]))
        losses.append(float(loss))
    blends = {share: {name: first[name] + share * (learned[name] - first[name]) for name in first} for share in given.blends}
    for share, blended in blends.items():
        halves = {name: np.asarray(value, np.float16) for name, value in blended.items()}
        save_file({**shared.stored, **halves}, given.folder / f"tuned-{share}.safetensors")
    for share, blended in blends.items():
        tell(f"share {share}", losses, blended, measured)


main()
