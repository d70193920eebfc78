import type { PhotoAction } from '#/features/library/photo-view/index.ts';
import { searchOf, type TimelineView, useTimelineView } from '#/features/library/photos/index.ts';
import { PreviewScreen } from './preview-screen.tsx';
import type { PreviewSequence } from './sequence/preview-sequence.ts';
import { useFlatSequence } from './sequence/use-flat-sequence.ts';
import { useMonthsSequence } from './sequence/use-months-sequence.ts';
import { usePreviewAddress, usePreviewExits, useRememberViewed } from './use-preview-address.ts';

type Props = { photoId: string; actions: readonly PhotoAction[] };

const LIST = '/my-photos/photos';

/** Preview of a photo in the library: as one list when sorted by upload date, otherwise month by month [PRV-25]. */
export function TimelinePreview(props: Props) {
  const view = useTimelineView();
  const { sortKey, sortOrder, filter } = view;
  const Variant = sortKey === 'created' ? UploadsPreview : MonthsPreview;
  return <Variant key={`${sortKey} ${sortOrder} ${filter}`} view={view} {...props} />;
}

function UploadsPreview(props: Props & { view: TimelineView }) {
  return <LibraryPreview {...props} useSequence={useFlatSequence} />;
}

function MonthsPreview(props: Props & { view: TimelineView }) {
  return <LibraryPreview {...props} useSequence={useMonthsSequence} />;
}

type LibraryProps = Props & {
  view: TimelineView;
  useSequence: (photoId: string, view: TimelineView) => PreviewSequence;
};

function LibraryPreview({ photoId, actions, view, useSequence }: LibraryProps) {
  const hrefOf = (id: string) => `${LIST}/preview/${id}`;
  const address = usePreviewAddress({ photoId, hrefOf, listHref: LIST });
  const sequence = useSequence(address.shownId, view);
  const list = `${LIST}${searchOf(view)}`;
  usePreviewExits(sequence, { missing: list, empty: list });
  useRememberViewed('timeline', sequence.photo?.imageId);
  return <PreviewScreen sequence={sequence} address={address} actions={actions} />;
}
