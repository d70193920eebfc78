import { numberFormat } from '@keepsake/contracts/platform/formats';
import { useTranslation } from 'react-i18next';
import { useLocale } from '#/shared/format.ts';

const UNITS = ['Bytes', 'KB', 'MB', 'GB'] as const;
type SizeUnit = (typeof UNITS)[number];
const STEP = 1024;

/** The largest unit, up to GB, in which a size is at least 1 [EXP-23]. */
export function unitOf(bytes: number): SizeUnit {
  const step = UNITS.findLastIndex((_, index) => bytes >= STEP ** index);
  return UNITS[Math.max(step, 0)] ?? 'Bytes';
}

/** A size with two decimals in a unit of base 1024, without the unit's name. Throws for an unknown unit [EXP-24]. */
export function formatSize(bytes: number, unit: string, locale: string): string {
  const index = (UNITS as readonly string[]).indexOf(unit);
  if (index < 0) throw new Error('Invalid unit size!');
  const decimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return numberFormat(locale, decimals).format(bytes / STEP ** index);
}

/** A size with its unit, the same wherever an export is listed. */
export function useExportSize(): (bytes: number) => string {
  const { t } = useTranslation();
  const locale = useLocale();
  return (bytes) => {
    const unit = unitOf(bytes);
    return `${formatSize(bytes, unit, locale)} ${t(`export.unit.${unit}`)}`;
  };
}
