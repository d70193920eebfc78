import type { Photo } from '@keepsake/contracts/library/photos';
import { useId } from 'react';
import type { PhotoAction } from '#/features/library/photo-view/index.ts';
import classes from './print-button.module.css';
import { chosenOf } from './use-start-action.ts';

type Props = { photo: Photo; sharedAlbumId?: string | undefined; action: PhotoAction; onStart: () => void };

/** Starts ordering prints of this photo. Labelled with text, because prints are the shop's purpose. */
export function PrintButton({ photo, sharedAlbumId, action, onStart }: Props) {
  const reasonId = useId();
  const isPending = action.confirm?.isPending === true;
  const reason = action.disabledReason(chosenOf(photo, sharedAlbumId));
  const isDisabled = reason !== null || isPending;
  return (
    <span className={classes.slot}>
      <button
        type="button"
        className={classes.button}
        aria-disabled={isDisabled || undefined}
        aria-describedby={reason === null ? undefined : reasonId}
        onClick={isDisabled ? undefined : onStart}
      >
        {action.icon}
        {action.label}
      </button>
      {reason !== null && (
        <span id={reasonId} role="tooltip" className={classes.reason}>
          {reason}
        </span>
      )}
    </span>
  );
}
