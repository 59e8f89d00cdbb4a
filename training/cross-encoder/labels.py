"""Learns two cross-encoders from labels alone: MiniLM, and the other teacher (all-mpnet-base-v2)."""
from ce import *

flat = {"squad": .5, "selqa": .12, "qed": .06, "friends": .22, "qmsum": .1}
talk = {"squad": .25, "selqa": .08, "qed": .04, "friends": .43, "qmsum": .2}
pools, held = load_pools()
mine(pools + held, Tokens("bert"))
questions, size = (4, 4) if given.small else (64, 10)

for name, tokens, model, stages in (
    ("minilm", Tokens("bert"), Cross(minilm(), 384, "bert"), ((900, 8e-5, flat), (500, 3e-5, talk))),
    ("mpnet", Tokens("mpnet"), Cross(mpnet(), 768, "mpnet"), ((700, 3e-5, flat), (300, 1.5e-5, talk))),
):
    for number, (steps, rate, shares) in enumerate(stages, 1):
        groups = Groups(pools, tokens, size, shares)
        loss = lambda: first_is_evidence(model, tokens, groups, questions, 1)
        trained(model, rate, loss, f"{name}-{number}", steps=2 if given.small else steps, warm=.06, least=.02)
        measure_held(model, tokens, held, f"{name}-{number}"); tell(f"{name}-{number}", model, tokens, 100)
