import { useEffect, useState } from 'react';

/** No wait is longer than this, whatever the clock of the customer's machine says. */
const LONGEST_S = 60;

/** Whole seconds until a moment, counted down; 0 from then on. */
export function useSecondsUntil(moment: string): number {
  const [now, setNow] = useState(() => Date.now());
  const seconds = Math.min(Math.max(Math.ceil((Date.parse(moment) - now) / 1_000), 0), LONGEST_S);
  const isOver = seconds === 0;
  useEffect(() => {
    setNow(Date.now());
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isOver]);
  return seconds;
}
