import type { Photo } from '@keepsake/contracts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChannel } from '#/shared/configuration/configuration-context.ts';
import { useLocale } from '#/shared/format/use-locale.ts';
import { useIsMobile } from '#/shared/layout/layout.ts';
import type { PhotoAction } from '#/shared/photo-actions/photo-action.ts';
import { CONTENT_ID } from '#/shared/ui/page/skip-link.tsx';
import { captionOf } from './caption.ts';
import { chosenOf } from './chosen-photo.ts';
import { Arrows } from './controls/arrows.tsx';
import { PreviewBar } from './controls/preview-bar.tsx';
import { ShortcutsDialog } from './controls/shortcuts-dialog.tsx';
import { useGestures } from './gestures/use-gestures.ts';
import classes from './preview.module.css';
import { PreviewState } from './preview-state.tsx';
import type { PreviewSequence } from './sequence/preview-sequence.ts';
import { Stage } from './stage/stage.tsx';
import type { PreviewAddress } from './use-preview-address.ts';
import { usePreviewKeys } from './use-preview-keys.ts';
import { useSteps } from './use-steps.ts';

type Props = {
  sequence: PreviewSequence;
  address: PreviewAddress;
  actions: readonly PhotoAction[];
  /** The album it is seen in, when that is one that is shared. */
  sharedAlbumId?: string | undefined;
};

/** A photo over the whole screen, with its neighbours, its actions and its caption. */
export function PreviewScreen({ sequence, address, actions, sharedAlbumId }: Props) {
  const { t } = useTranslation();
  const channel = useChannel();
  const isMobile = useIsMobile();
  const { photo, previous, next } = sequence;
  const { show, close } = address;
  const [isHelpOpen, setHelpOpen] = useState(false);
  const stageRef = useRef<HTMLDivElement>(null);
  const step = useSteps(sequence, show);
  const { handlers, zoom } = useGestures(stageRef, {
    photoId: photo?.imageId,
    hasNext: Boolean(next),
    hasPrevious: Boolean(previous),
    isMobile,
    onOutcome: (outcome) => (outcome === 'close' ? close() : step(outcome === 'next' ? 1 : -1)),
  });
  const start = useStartAction({ photo, address, sharedAlbumId });
  const remove = actions.find(({ key }) => key === 'delete' || key === 'removeFromAlbum');
  usePreviewKeys({
    step,
    close,
    zoom,
    showShortcuts: () => setHelpOpen(true),
    remove: remove && (() => start(remove)),
  });

  return (
    <main id={CONTENT_ID} className={classes.preview} ref={focusOnce} tabIndex={-1} data-preview>
      <title>{`${t('preview.title')} · ${channel.name}`}</title>
      <h1 className={classes.unseen}>{t('preview.title')}</h1>
      <PreviewBar
        sequence={sequence}
        actions={actions}
        sharedAlbumId={sharedAlbumId}
        zoom={zoom}
        onStart={start}
        onClose={close}
        onHelp={isMobile ? undefined : () => setHelpOpen(true)}
      />
      <div className={classes.middle}>
        <PreviewState sequence={sequence}>
          <Stage stageRef={stageRef} sequence={sequence} handlers={handlers} />
        </PreviewState>
        {!isMobile && <Arrows sequence={sequence} onStep={step} />}
      </div>
      <Caption sequence={sequence} />
      <ShortcutsDialog isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </main>
  );
}

/** The keyboard starts in the preview, wherever the customer came from. */
function focusOnce(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}

function Caption({ sequence: { photo, position } }: { sequence: PreviewSequence }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const caption = photo ? captionOf(photo, t, locale) : '';
  const place = position && t('preview.position', position);
  return (
    <>
      <p className={classes.caption}>{caption}</p>
      <p className={classes.unseen} role="status">
        {place && caption ? `${place}. ${caption}` : caption}
      </p>
    </>
  );
}

type Acting = { photo: Photo | undefined } & Pick<Props, 'address' | 'sharedAlbumId'>;

/** Starts an action with the shown photo; when that took the photo away, the one in its place is moved to [PRV-06]. */
function useStartAction({ photo, address: { shownId, show }, sharedAlbumId }: Acting) {
  const moveOn = useEffectEvent(() => {
    if (photo && photo.imageId !== shownId) show(photo.imageId);
  });
  const done = useRef(0);
  const [finished, setFinished] = useState(0);
  useEffect(() => {
    if (finished > 0) moveOn();
  }, [finished]);
  return (action: PhotoAction) => {
    if (!photo) return;
    const chosen = chosenOf(photo, sharedAlbumId);
    if (action.whyOff(chosen)) return;
    action.start(chosen, () => setFinished(++done.current));
  };
}
