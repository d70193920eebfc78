import type { Photo } from '@keepsake/contracts/library/photos';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

const WHOLE = 360;

/** How a photo was shown when somebody here requested another turn, and how it is to be shown: degrees clockwise. */
type Requested = { shown: number; wanted: number };

const requestedTurns = createStore<ReadonlyMap<string, Requested>>(() => new Map());

/** What was requested here, unless the photo is shown otherwise since. */
const requestedOf = (turns: ReadonlyMap<string, Requested>, { imageId, turn }: Photo) => {
  const requested = turns.get(imageId);
  return requested?.shown === (turn ?? 0) ? requested : undefined;
};

/** Asks for a further turn of a photo, on the screen at once; a negative one takes it back. */
export function requestTurn(photo: Photo, degrees: number): void {
  const turns = requestedTurns.getState();
  const shown = photo.turn ?? 0;
  const wanted = ((requestedOf(turns, photo)?.wanted ?? shown) + degrees + WHOLE) % WHOLE;
  requestedTurns.setState(new Map(turns).set(photo.imageId, { shown, wanted }), true);
}

function forgetTurn(photoId: string): void {
  const turns = new Map(requestedTurns.getState());
  if (turns.delete(photoId)) requestedTurns.setState(turns, true);
}

/** By how much a photo is to be turned on the screen, clockwise in degrees, until its own thumbnails are. */
export function useTurnLeft(photo: Photo): number {
  const { imageId, turn = 0 } = photo;
  const wanted = useStore(requestedTurns, (turns) => requestedOf(turns, photo)?.wanted);
  // For as long as one picture is drawn: another page may turn the photo back to how it was when somebody requested here.
  useEffect(() => () => forgetTurn(imageId), [imageId]);
  return wanted === undefined ? 0 : (wanted - turn + WHOLE) % WHOLE;
}
