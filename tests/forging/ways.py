"""All ways in by which something from outside reaches the library."""

from tests.forging.arguments import arguments
from tests.forging.batches import actions, snapshots
from tests.forging.files import FILES
from tests.forging.pickles import PICKLES, Way
from tests.forging.states import states

WAYS: dict[str, Way] = {
    "states": states,
    "snapshots": snapshots,
    "actions": actions,
    "arguments": arguments,
    **PICKLES,
    **FILES,
}
