import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { PhotoAction } from '#/shared/extension-points.ts';
import { selectedIn, togglePhoto } from '../selection/selection.ts';
import { selectionStoreOf } from '../selection/use-selection.ts';
import { BarButton } from './bar-button.tsx';
import classes from './preview.module.css';
import { BackIcon, CheckIcon, KeyboardIcon, ZoomInIcon, ZoomOutIcon } from './preview-icons.tsx';
import type { PreviewSequence } from './sequence/preview-sequence.ts';
import type { ZoomControl } from './use-gestures.ts';
import { chosenOf } from './use-start-action.ts';
import { MAX_SCALE } from './zoom.ts';

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

/** Takes the photo into the selection of its view, or out of it. */
function SelectButton({ place, photoId }: { place: SelectionScope; photoId: string }) {
  const { t } = useTranslation();
  const { isSelected, toggle } = usePhotoSelected(place, photoId);
  return (
    <BarButton label={t('preview.select')} isPressed={isSelected} onPress={toggle}>
      <CheckIcon />
    </BarButton>
  );
}

/** Where a photo is selected: in a view, in an order of it, in one of its sections. */
export type SelectionScope = { view: string; sourceKey: string; section: string };

/** Whether one photo of a view is selected, and how to change that from beyond the view. */
function usePhotoSelected({ view, sourceKey, section }: SelectionScope, photoId: string) {
  const store = selectionStoreOf(useQueryClient(), view, sourceKey);
  const isSelected = useStore(store, ({ selection }) => selectedIn(selection, section).has(photoId));
  const toggle = () =>
    store.setState(({ selection }) => ({ selection: togglePhoto(selection, section, photoId) }));
  return { isSelected, toggle };
}
