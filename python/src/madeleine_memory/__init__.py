"""Long-term memory for agents: the Python client of Madeleine."""

from .client import (
    Agent,
    AsyncAgent,
    AsyncMadeleine,
    Hub,
    HubUnreachable,
    Madeleine,
    MadeleineError,
    default_folder,
    find_hub,
    start_hub,
)

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
