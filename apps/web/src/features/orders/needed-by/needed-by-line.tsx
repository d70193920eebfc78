import type { NeededBy } from '@keepsake/contracts/orders/needed-by';
import { useTranslation } from 'react-i18next';
import { useLocale } from '#/shared/format.ts';
import { formatNearDay } from '#/shared/near-days.ts';
import { Icon } from '#/shared/ui/icons.tsx';
import classes from './needed-by-line.module.css';

/** The needed date and its verdict, in words and colour, on one line if there is room. */
export function NeededByLine({ neededBy: { date, occasion, verdict } }: { neededBy: NeededBy }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <p className={classes.line} data-verdict={verdict}>
      <VerdictIcon verdict={verdict} />
      <span>
        <strong className={classes.verdict}>
          {t(`neededBy.verdict.${verdict === 'in-time' ? 'inTime' : verdict}`)}
        </strong>
        {' · '}
        <span dir="auto">{occasion ?? t('neededBy.title')}</span>,{' '}
        <time dateTime={date} title={formatNearDay(date, locale)} className={classes.day}>
          {formatNearDay(date, locale, 'short')}
        </time>
      </span>
    </p>
  );
}

const DRAWINGS = {
  'in-time': 'M5 12.5l4.5 4.5L19 7.5',
  arrived: 'M5 12.5l4.5 4.5L19 7.5',
  tight: 'M12 7.5V12l3 2M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16z',
  late: 'M12 8v5m0 3v.01M12 4l9 16H3z',
  unknown: 'M12 7.5V12l3 2M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16z',
};

const VerdictIcon = ({ verdict }: Pick<NeededBy, 'verdict'>) => <Icon path={DRAWINGS[verdict]} size={16} />;
