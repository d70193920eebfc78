import { useEffect, useRef, useState } from 'react';

/** Delay before the address follows, in milliseconds, because browsers limit how often it may change. */
const ADDRESS_MS = 150;

/**
 * State shown immediately, with `follow` updating the address a little later, once for several steps. Navigating to another
 * address meanwhile takes precedence.
 */
export function useDebouncedAddress<Name extends string | undefined>(
  addressed: Name,
  follow: (name: Name) => void,
): { shown: Name; show: (name: Name) => void; stay: () => void } {
  const [shown, setShown] = useState(addressed);
  const last = useRef(addressed);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  useEffect(() => {
    // The address was changed by navigation, not by the timer below.
    if (addressed !== last.current) setShown(addressed);
    last.current = addressed;
  }, [addressed]);

  return {
    shown,
    show(name) {
      setShown(name);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        last.current = name;
        follow(name);
      }, ADDRESS_MS);
    },
    /** Leaves the address as it is. */
    stay: () => clearTimeout(timer.current),
  };
}
