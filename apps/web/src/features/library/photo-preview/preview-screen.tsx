import type { Photo } from '@keepsake/contracts/library/photos';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PhotoAction } from '#/features/library/photo-view/index.ts';
import { BarButton, PreviousIcon, useGestures } from '#/features/library/stage/index.ts';
import { problemOf } from '#/shared/api/api-problem.ts';
import { ChannelLink } from '#/shared/channel-links.tsx';
import { useChannel } from '#/shared/configuration.tsx';
import { useHasMouse } from '#/shared/layout.ts';
import { ForwardIcon } from '#/shared/ui/icons.tsx';
import { useLayer } from '#/shared/ui/layers.ts';
import { CONTENT_ID } from '#/shared/ui/page.tsx';
import { Reference } from '#/shared/ui/reference.tsx';
import { CaptionLine } from './caption.tsx';
import { DetailsPanel } from './details-panel.tsx';
import { Filmstrip } from './filmstrip.tsx';
import pictureClasses from './photo-picture.module.css';
import { PhotoStage } from './photo-stage.tsx';
import classes from './preview.module.css';
import { PreviewBar, showShortcuts } from './preview-bar.tsx';
import type { PreviewSequence } from './sequence/preview-sequence.ts';
import { type DetailsProps, useDetailsPanel } from './use-details.ts';
import type { PreviewAddress } from './use-preview-address.ts';
import { usePreviewKeys } from './use-preview-keys.ts';
import { useFilmstripReach } from './use-room.ts';
import { useStartAction } from './use-start-action.ts';
import { useReplaceDeleted, useSteps } from './use-steps.ts';

type Props = {
  sequence: PreviewSequence;
  address: PreviewAddress;
  actions: readonly PhotoAction[];
  /** The shared album containing the photo, if any. */
  sharedAlbumId?: string | undefined;
  /** Said of each photo in place of the size of prints and of its details, which a deleted one has not. */
  noteOf?: (photo: Photo) => string;
};

/** Full-screen preview of a photo, with its neighbours, actions and caption. */
export function PreviewScreen(props: Props) {
  const { sequence, address, actions, sharedAlbumId, noteOf } = props;
  const hasMouse = useHasMouse();
  const { stageRef, handlers, step, zoom, start, offered, details, isBare } = usePreview(props);
  const { print } = offered;
  const hasFilmstrip = useFilmstripReach() > 0;
  return (
    <main
      id={CONTENT_ID}
      className={classes.preview}
      ref={focusOnce}
      tabIndex={-1}
      data-preview
      data-bare={isBare || undefined}
      data-details={details?.isOpen ? (details.isBeside ? 'beside' : 'below') : undefined}
    >
      <Title />
      <PreviewBar
        sequence={sequence}
        actions={actions.filter((action) => !isElsewhere(action, print))}
        sharedAlbumId={sharedAlbumId}
        zoom={zoom}
        details={details}
        onStart={start}
        onClose={address.close}
      />
      <div className={classes.middle}>
        <PreviewState sequence={sequence}>
          <PhotoStage stageRef={stageRef} sequence={sequence} handlers={handlers} />
        </PreviewState>
        {hasMouse && <Arrows sequence={sequence} onStep={step} />}
      </div>
      <CaptionLine sequence={sequence} sharedAlbumId={sharedAlbumId} print={print} noteOf={noteOf} />
      {hasFilmstrip && <Filmstrip nearby={sequence.nearby} onShow={address.show} onStep={step} />}
      {details?.isOpen && <DetailsPanel photo={sequence.photo} {...offered} onClose={details.toggle} />}
    </main>
  );
}

/** Whether an action is offered below the photo or in its details instead of in the bar. */
const isElsewhere = (action: PhotoAction, print: DetailsProps['print']) =>
  action === print?.action || action.key === 'changeDate';

/** Actions that the Delete key starts. */
const REMOVING: readonly PhotoAction['key'][] = ['delete', 'removeFromAlbum', 'deleteForGood'];

/** What gestures and keys do in the preview. */
function usePreview({ sequence, address, actions, sharedAlbumId, noteOf }: Props) {
  const { photo, previous, next } = sequence;
  const { show, close } = address;
  const stageRef = useRef<HTMLDivElement>(null);
  useReplaceDeleted(sequence, address);
  const step = useSteps(sequence, show);
  const [hasControls, setControls] = useState(true);
  const { handlers, zoom } = useGestures(stageRef, {
    shownKey: photo?.imageId,
    canClose: true,
    hasNext: Boolean(next),
    hasPrevious: Boolean(previous),
    onOutcome: (outcome) => (outcome === 'close' ? close() : step(outcome === 'next' ? 1 : -1)),
    onTap: () => setControls(!hasControls),
  });
  const start = useStartAction({ photo, address, sharedAlbumId });
  const orderPrints = actions.find(({ key }) => key === 'orderPrints');
  const print = orderPrints && { action: orderPrints, onStart: () => start(orderPrints) };
  const dating = actions.find(({ key }) => key === 'changeDate');
  const offered = { print, sharedAlbumId, onChangeDate: dating && (() => start(dating)) };
  const favourite = actions.find(({ key }) => key === 'favourite');
  const turn = actions.find(({ key }) => key === 'turn');
  const remove = actions.find(({ key }) => REMOVING.includes(key));
  const panel = useDetailsPanel({ hasDetails: !noteOf });
  const details = noteOf ? undefined : panel;
  useLayer(zoom.isZoomed, { kind: 'mode', onLeave: zoom.reset });
  usePreviewKeys({
    step,
    close: details?.isOpen ? details.toggle : close,
    zoom,
    showShortcuts,
    toggleDetails: details?.toggle,
    markFavourite: favourite && (() => start(favourite)),
    turn: turn && (() => start(turn)),
    remove: remove && (() => start(remove)),
  });
  const isBare = !hasControls && sequence.status === 'shown' && !details?.isOpen;
  return { stageRef, handlers, step, zoom, start, offered, details, isBare };
}

/** Of the document, and for screen readers. */
function Title() {
  const { t } = useTranslation();
  const channel = useChannel();
  return (
    <>
      <title>{`${t('preview.title')} · ${channel.name}`}</title>
      <h1 className={classes.unseen}>{t('preview.title')}</h1>
    </>
  );
}

/** Keyboard focus starts in the preview, wherever the customer came from. */
function focusOnce(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}

/** The stage, or the state shown instead of a photo. */
function PreviewState({ sequence, children }: { sequence: PreviewSequence; children: ReactNode }) {
  const { t } = useTranslation();
  const { customerCareUrl } = useChannel();
  const { status, error, retry } = sequence;
  if (status === 'shown') return children;
  if (status !== 'failed') {
    return (
      <div className={classes.state} role="status" aria-label={t('preview.loading')}>
        <div className={classes.waiting} />
      </div>
    );
  }
  return (
    <div className={classes.state} role="alert">
      <p>{t('preview.loadFailed')}</p>
      <button type="button" className={pictureClasses.noticeAction} onClick={retry}>
        {t('preview.tryAgain')}
      </button>
      <ChannelLink className={classes.link} href={customerCareUrl}>
        {t('errors.contactCustomerCare')}
      </ChannelLink>
      {problemOf(error) && (
        <p className={classes.position}>
          <Reference error={error} />
        </p>
      )}
    </div>
  );
}

type ArrowsProps = { sequence: PreviewSequence; onStep: (direction: 1 | -1) => void };

/** Arrows to the neighbours [PRV-08], absent at the ends of the list; touch devices swipe. */
function Arrows({ sequence: { photo, previous, next }, onStep }: ArrowsProps) {
  const { t } = useTranslation();
  if (!photo) return null;
  return (
    <>
      {previous !== null && (
        <BarButton label={t('preview.previous')} side="previous" onPress={() => onStep(-1)}>
          <PreviousIcon size={24} />
        </BarButton>
      )}
      {next !== null && (
        <BarButton label={t('preview.next')} side="next" onPress={() => onStep(1)}>
          <ForwardIcon size={24} />
        </BarButton>
      )}
    </>
  );
}
