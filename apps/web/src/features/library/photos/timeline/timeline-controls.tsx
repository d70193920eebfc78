import type { PhotoFilter, Sort } from '@keepsake/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { NotPrintedIcon } from '#/shared/ui/icons.tsx';
import { QuietButton } from '#/shared/ui/quiet-button.tsx';
import { countsQuery } from '../header/counts-queries.ts';
import { SortControl } from '../sort/sort-control.tsx';
import { DeleteAllButton } from './delete-all-button.tsx';
import type { TimelineView } from './timeline-view.ts';

type Props = {
  shown: TimelineView;
  onSort: (sort: Sort) => void;
  onFilter: (filter: PhotoFilter | undefined) => void;
  onDeleteAll: () => void;
};

/** What of the library is shown and in which order; who never ordered has nothing to filter. */
export function TimelineControls({ shown: { filter, ...sort }, onSort, onFilter, onDeleteAll }: Props) {
  const { t } = useTranslation();
  const { data: counts } = useQuery(countsQuery);
  return (
    <>
      {(filter || counts?.hasOrdered) && (
        <QuietButton
          icon={<NotPrintedIcon />}
          label={t('library.notPrinted')}
          onPress={() => onFilter(filter ? undefined : 'notPrinted')}
          isPressed={filter !== undefined}
        />
      )}
      {/* Beside a part of the library it would seem to mean that part. */}
      {!filter && <DeleteAllButton onPress={onDeleteAll} />}
      <SortControl sort={sort} onChange={onSort} />
    </>
  );
}
