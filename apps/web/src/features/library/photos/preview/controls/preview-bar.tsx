import { useTranslation } from 'react-i18next';
import type { PhotoAction } from '#/shared/extension-points.ts';
import { chosenOf } from '../chosen-photo.ts';
import type { ZoomControl } from '../gestures/use-gestures.ts';
import { MAX_SCALE } from '../gestures/zoom.ts';
import classes from '../preview.module.css';
import type { PreviewSequence } from '../sequence/preview-sequence.ts';
import { BarButton } from './bar-button.tsx';
import { BackIcon, KeyboardIcon, ZoomInIcon, ZoomOutIcon } from './icons.tsx';
import { SelectButton } from './select-button.tsx';

/** So many actions leave room for the photo's place on a phone. */
const ROOMY = 4;

type Props = {
  sequence: PreviewSequence;
  actions: readonly PhotoAction[];
  sharedAlbumId: string | undefined;
  zoom: ZoomControl;
  onStart: (action: PhotoAction) => void;
  onClose: () => void;
  /** Absent where there is no keyboard to speak of. */
  onHelp: (() => void) | undefined;
};

/** Back [PRV-07], where the photo is in its list, and what can be done with it [PRV-03..PRV-05]. */
export function PreviewBar({ sequence, actions, sharedAlbumId, zoom, onStart, onClose, onHelp }: Props) {
  const { t } = useTranslation();
  const { photo, position, selectedIn } = sequence;
  return (
    <header className={classes.bar} data-crowded={actions.length > ROOMY || undefined}>
      <BarButton label={t('preview.back')} onPress={onClose}>
        <BackIcon size={24} />
      </BarButton>
      {position && (
        <span className={classes.place} aria-hidden="true">
          {t('preview.place', position)}
        </span>
      )}
      <span className={classes.spring} />
      {photo && (
        <>
          {selectedIn && <SelectButton place={selectedIn} photoId={photo.imageId} />}
          <BarButton
            label={t(zoom.isZoomed ? 'preview.zoomOut' : 'preview.zoomIn')}
            onPress={() => (zoom.isZoomed ? zoom.reset() : zoom.scaleBy(MAX_SCALE))}
          >
            {zoom.isZoomed ? <ZoomOutIcon /> : <ZoomInIcon />}
          </BarButton>
          {actions.map((action) => (
            <BarButton
              key={action.key}
              label={action.label}
              disabledReason={action.disabledReason(chosenOf(photo, sharedAlbumId))}
              onPress={() => onStart(action)}
            >
              {action.icon}
            </BarButton>
          ))}
        </>
      )}
      {onHelp && (
        <BarButton label={t('preview.shortcuts')} onPress={onHelp}>
          <KeyboardIcon />
        </BarButton>
      )}
    </header>
  );
}
