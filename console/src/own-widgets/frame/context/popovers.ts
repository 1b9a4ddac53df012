/** Popovers that one widget may register. */
const MOST = 50;

/** What a script may do with a popover of its own, as 3.3.2 has it. */
interface Popover {
  updatePosition?: () => unknown;
  tbHidden?: boolean;
  hide?: () => unknown;
  tbDestroy?: { subscribe(ended: () => void): unknown };
}

const isPopover = (value: unknown): value is Popover =>
  typeof value === 'object' && value !== null && ['updatePosition', 'tbHidden', 'hide'].some((name) => name in value);

/**
 * Popovers that a script makes itself and registers: they move and hide with the widget, and go with it. What is not one is
 * said to be `missing`: the components by which 3.3.2 makes popovers are not here.
 */
export function createPopovers(parts: { missing: (name: string) => void; failed: (error: unknown) => void }) {
  const popovers = new Set<Popover>();
  const each = (work: (popover: Popover) => void) => {
    for (const popover of popovers) {
      try {
        work(popover);
      } catch (error) {
        parts.failed(error);
      }
    }
  };
  return {
    register(value: unknown): void {
      if (!isPopover(value)) {
        parts.missing('registerPopoverComponent');
        return;
      }
      if (popovers.size >= MOST) return;
      popovers.add(value);
      value.tbDestroy?.subscribe(() => popovers.delete(value));
    },
    updatePositions: () => each((popover) => popover.updatePosition?.()),
    setHidden: (isHidden: unknown) =>
      each((popover) => {
        popover.tbHidden = isHidden === true;
      }),
    end(): void {
      each((popover) => popover.hide?.());
      popovers.clear();
    },
  };
}
