import { useEffect, useRef } from 'react';

/** Path whose heading was shown last; none on the first page, whose focus is the browser's. */
let lastPath: string | undefined;

/** Focuses the heading when the customer came from another page, so that screen readers say where they are. */
export function useHeadingFocus(path: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (lastPath !== undefined && lastPath !== path) heading.current?.focus({ preventScroll: true });
    lastPath = path;
  }, [path]);
  return heading;
}
