import type { Photo } from '@keepsake/contracts/library/photos';
import { useTranslation } from 'react-i18next';
import {
  DELETED_SECTION,
  DELETED_VIEW,
  deletedSource,
  useDeletedActions,
  useDeletedSections,
  useLastDay,
} from '#/features/library/deleted-photos/index.ts';
import { formatDayInSentence, useLocale } from '#/shared/format.ts';
import { PreviewScreen } from './preview-screen.tsx';
import { useSectionSequence } from './sequence/use-section-sequence.ts';
import { usePreviewAddress, usePreviewExits, useRememberViewed } from './use-preview-address.ts';

const LIST = '/my-photos/deleted';

/** Preview of a photo that was deleted and can come back. */
export function DeletedPreview({ photoId }: { photoId: string }) {
  const { t } = useTranslation();
  const { data: sections, error, refetch } = useDeletedSections();
  const hrefOf = (id: string) => `${LIST}/preview/${id}`;
  const address = usePreviewAddress({ photoId, hrefOf, listHref: LIST });
  const list = useSectionSequence({
    photoId: address.shownId,
    view: DELETED_VIEW,
    source: deletedSource,
    sections,
    sectionKey: DELETED_SECTION,
    scope: 'deleted',
  });
  const failed = { status: 'failed', error, retry: () => void refetch() } as const;
  const sequence = !sections && error ? Object.assign(list, failed) : list;
  usePreviewExits(sequence, { missing: LIST, empty: LIST });
  useRememberViewed(DELETED_VIEW, sequence.photo?.imageId);
  const locale = useLocale();
  const dayOf = useLastDay();
  const noteOf = (photo: Photo) =>
    t('deleted.restorableUntil', { date: formatDayInSentence(dayOf(photo), locale) });
  return (
    <PreviewScreen sequence={sequence} address={address} actions={useDeletedActions()} noteOf={noteOf} />
  );
}
