import { useEffect, useRef, useState } from 'react';

/** The address lags behind what is shown this long, in milliseconds: browsers limit how often it may change. */
const ADDRESS_MS = 150;

/**
 * What is shown, and the address that names it: it is shown at once, and `follow` changes the address a little later, once
 * for several steps. Another address that is opened meanwhile counts.
 */
export function useLateAddress<Name extends string | undefined>(
  addressed: Name,
  follow: (name: Name) => void,
): { shown: Name; show: (name: Name) => void; stay: () => void } {
  const [shown, setShown] = useState(addressed);
  const last = useRef(addressed);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  useEffect(() => {
    // Another address was opened than the one set below.
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
