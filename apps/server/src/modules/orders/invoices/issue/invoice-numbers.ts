/** Our numbers begin with a distinct letter, because a channel may have earlier ones from its shop. */
const PREFIXES = { invoice: 'KI', 'credit-note': 'KC' } as const;

export type DocumentKind = keyof typeof PREFIXES;

/** Where a number comes from. */
export type Series = {
  channel: string;
  kind: DocumentKind;
  /** That of the day of issue in the channel's calendar. */
  year: number;
  /** 1, unless numbers had to begin anew after a restore (ADR 82). */
  run: number;
};

/** The stored name of a series. */
export const nameOfSeries = ({ channel, kind, year, run }: Series): string =>
  `${channel} ${year} ${kind}${run > 1 ? ` ${run}` : ''}`;

/** The number at a place of its series: KI-2026-000001, in the second run KI2-2026-000001. */
export const numberAt = ({ kind, year, run }: Omit<Series, 'channel'>, place: number): string =>
  `${PREFIXES[kind]}${run > 1 ? run : ''}-${year}-${String(place).padStart(6, '0')}`;

const NUMBER = /^K([IC])(\d*)-(\d{4})-(\d{6,})$/;

/** Series and place of a number; null if it is none of ours. */
export function parseNumber(channel: string, number: string): { series: Series; place: number } | null {
  const [, letter, run = '', year, place] = NUMBER.exec(number) ?? [];
  if (!letter) return null;
  const kind = letter === 'I' ? 'invoice' : 'credit-note';
  return { series: { channel, kind, year: Number(year), run: Number(run || 1) }, place: Number(place) };
}
