import { numberFormat } from '@keepsake/contracts/platform/formats';
import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '@keepsake/contracts/platform/limits';

const UNITS = [
  ['day', DAY_SECONDS],
  ['hour', HOUR_SECONDS],
  ['minute', MINUTE_SECONDS],
  ['second', 1],
] as const;

/** A difference of clocks in words, without its direction: '1 hour 3 minutes'. */
export function formatDifference(seconds: number, locale: string): string {
  let rest = Math.abs(seconds);
  const parts = [];
  for (const [unit, length] of UNITS) {
    const value = Math.floor(rest / length);
    rest -= value * length;
    if (value > 0)
      parts.push(numberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value));
  }
  return parts.join(' ');
}
