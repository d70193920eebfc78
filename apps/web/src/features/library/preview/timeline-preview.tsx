import type { Sort } from '@keepsake/contracts';
import type { PhotoAction } from '#/shared/photo-actions/photo-action.ts';
import { photosSort } from '../timeline/preferences.ts';
import { PreviewScreen } from './preview-screen.tsx';
import type { PreviewSequence } from './sequence/preview-sequence.ts';
import { useFlatSequence } from './sequence/use-flat-sequence.ts';
import { useMonthsSequence } from './sequence/use-months-sequence.ts';
import { usePreviewAddress } from './use-preview-address.ts';
import { usePreviewExits } from './use-preview-exits.ts';
import { useRememberViewed } from './use-remember-viewed.ts';

type Props = { photoId: string; actions: readonly PhotoAction[] };

const LIST = '/my-photos/photos';

/** A photo of the library: among the uploads as one list when they are sorted so, else month by month [PRV-25]. */
export function TimelinePreview(props: Props) {
  const sort = photosSort.use();
  const Variant = sort.sortKey === 'created' ? UploadsPreview : MonthsPreview;
  return <Variant key={`${sort.sortKey} ${sort.sortOrder}`} sort={sort} {...props} />;
}

function UploadsPreview(props: Props & { sort: Sort }) {
  return <LibraryPreview {...props} useSequence={useFlatSequence} />;
}

function MonthsPreview(props: Props & { sort: Sort }) {
  return <LibraryPreview {...props} useSequence={useMonthsSequence} />;
}

type LibraryProps = Props & { sort: Sort; useSequence: (photoId: string, sort: Sort) => PreviewSequence };

function LibraryPreview({ photoId, actions, sort, useSequence }: LibraryProps) {
  const hrefOf = (id: string) => `${LIST}/preview/${id}`;
  const address = usePreviewAddress({ photoId, hrefOf, listHref: LIST });
  const sequence = useSequence(address.shownId, sort);
  usePreviewExits(sequence.status, { missing: LIST, empty: LIST });
  useRememberViewed('timeline', sequence.photo?.imageId);
  return <PreviewScreen sequence={sequence} address={address} actions={actions} />;
}
