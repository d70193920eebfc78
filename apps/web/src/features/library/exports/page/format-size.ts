const UNITS = ['Bytes', 'KB', 'MB', 'GB'] as const;
export type SizeUnit = (typeof UNITS)[number];
const STEP = 1024;

/** The largest unit that keeps a digit other than 0 before the point; nothing is above GB [EXP-23]. */
export function unitOf(bytes: number): SizeUnit {
  const step = UNITS.findLastIndex((_, index) => bytes >= STEP ** index);
  return UNITS[Math.max(step, 0)] ?? 'Bytes';
}

/** A size with two decimals in a unit of base 1024, without the unit's name; an unknown unit throws [EXP-24]. */
export function formatSize(bytes: number, unit: string, locale: string): string {
  const index = (UNITS as readonly string[]).indexOf(unit);
  if (index < 0) throw new Error('Invalid unit size!');
  const decimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return new Intl.NumberFormat(locale, decimals).format(bytes / STEP ** index);
}
