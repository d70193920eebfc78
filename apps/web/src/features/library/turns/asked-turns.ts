import type { Photo } from '@keepsake/contracts/library/photos';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

const WHOLE = 360;

/** How a photo was shown when somebody here asked for another turn, and how it is to be shown: degrees clockwise. */
type Asked = { shown: number; wanted: number };

const askedTurns = createStore<ReadonlyMap<string, Asked>>(() => new Map());

/** What was asked for here, unless the photo is shown otherwise since. */
const askedOf = (turns: ReadonlyMap<string, Asked>, { imageId, turn }: Photo) => {
  const asked = turns.get(imageId);
  return asked?.shown === (turn ?? 0) ? asked : undefined;
};

/** Asks for a further turn of a photo, on the screen at once; a negative one takes it back. */
export function askTurn(photo: Photo, degrees: number): void {
  const turns = askedTurns.getState();
  const shown = photo.turn ?? 0;
  const wanted = ((askedOf(turns, photo)?.wanted ?? shown) + degrees + WHOLE) % WHOLE;
  askedTurns.setState(new Map(turns).set(photo.imageId, { shown, wanted }), true);
}

function forgetTurn(photoId: string): void {
  const turns = new Map(askedTurns.getState());
  if (turns.delete(photoId)) askedTurns.setState(turns, true);
}

/** By how much a photo is to be turned on the screen, clockwise in degrees, until its own thumbnails are. */
export function useTurnLeft(photo: Photo): number {
  const { imageId, turn = 0 } = photo;
  const wanted = useStore(askedTurns, (turns) => askedOf(turns, photo)?.wanted);
  // For as long as one picture is drawn: another page may turn the photo back to how it was when somebody asked here.
  useEffect(() => () => forgetTurn(imageId), [imageId]);
  return wanted === undefined ? 0 : (wanted - turn + WHOLE) % WHOLE;
}
