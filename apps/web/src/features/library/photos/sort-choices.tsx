import { useTranslation } from 'react-i18next';
import { ClockIcon } from '#/shared/ui/icons.tsx';
import { QuietButton } from '#/shared/ui/quiet-button.tsx';
import { OrderIcon, SORT_KEYS, type SortProps } from './sort-control.tsx';

/** The sort control as menu items; `isOff`: photos are shown in another order than this. */
export function SortChoices({ sort, onChange, isOff }: SortProps & { isOff?: boolean }) {
  const { t } = useTranslation();
  const isNewestFirst = sort.sortOrder === 'desc';
  return (
    <>
      {SORT_KEYS.map(({ value, label }) => (
        <QuietButton
          key={value}
          icon={<ClockIcon />}
          label={t(label)}
          isPressed={value === sort.sortKey && !isOff}
          onPress={() => onChange({ ...sort, sortKey: value })}
        />
      ))}
      <QuietButton
        icon={<OrderIcon isNewestFirst={!isNewestFirst} />}
        label={t(isNewestFirst ? 'library.oldestFirst' : 'library.newestFirst')}
        onPress={() => onChange({ ...sort, sortOrder: isNewestFirst ? 'asc' : 'desc' })}
      />
    </>
  );
}
