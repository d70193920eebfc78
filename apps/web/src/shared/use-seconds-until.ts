import { useEffect, useState } from 'react';

/** Upper limit of a wait, in case the device's clock is wrong. */
const LONGEST_S = 60;

/** Whole seconds until a moment, counting down to 0. */
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
