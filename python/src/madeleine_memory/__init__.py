"""Long-term memory for agents: the Python client of Madeleine."""

from ._errors import HubUnreachable, MadeleineError
from ._hub import Hub, default_folder, find_hub, start_hub
from .client import Agent, AsyncAgent, AsyncMadeleine, Madeleine

__all__ = [
    "Agent",
    "AsyncAgent",
    "AsyncMadeleine",
    "Hub",
    "HubUnreachable",
    "Madeleine",
    "MadeleineError",
    "default_folder",
    "find_hub",
    "start_hub",
]
