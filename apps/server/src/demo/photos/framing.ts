import { pickOne, type Random, randomBetween } from './random.ts';
import type { Source } from './source.ts';

/** The visible part of a source, in whole pixels of the source, and its displayed size. */
export type Framing = {
  left: number;
  top: number;
  cropWidth: number;
  cropHeight: number;
  width: number;
  height: number;
  isMirrored: boolean;
};

/** Ratios of width to height; repeated entries are more common. */
const ratios: readonly number[] = [
  3 / 2,
  3 / 2,
  3 / 2,
  4 / 3,
  4 / 3,
  4 / 3,
  16 / 9,
  1,
  3 / 4,
  3 / 4,
  2 / 3,
  9 / 16,
];
const longEdges: readonly number[] = [1600, 1600, 1600, 1600, 1600, 1600, 1800, 2000, 2400];

/** More enlargement than this looks out of focus even as a small tile. */
const largestEnlargement = 2.1;

/** A narrower strip of a small source shows half a face. */
const narrowestCrop = 300;

/** Chooses a crop that keeps one of the subjects well inside the frame. */
export function chooseFraming(
  random: Random,
  source: Source,
  longEdge = pickOne(random, longEdges),
): Framing {
  const widthAt = (ratio: number) => Math.min(source.width, source.height * ratio);
  const ratio = pickOne(
    random,
    ratios.filter((each) => widthAt(each) >= narrowestCrop),
  );
  const fullWidth = widthAt(ratio);
  const zoom = randomBetween(random, source.closest ?? 0.58, 1);
  const cropWidth = Math.round(fullWidth * zoom);
  const cropHeight = Math.round((fullWidth / ratio) * zoom);
  const [x, y] = pickOne(random, source.subjects);
  const left = place(
    x * source.width - cropWidth * randomBetween(random, 0.34, 0.66),
    source.width - cropWidth,
  );
  const top = place(
    y * source.height - cropHeight * randomBetween(random, 0.34, 0.62),
    source.height - cropHeight,
  );
  const scale = Math.min(largestEnlargement, longEdge / Math.max(cropWidth, cropHeight));
  return {
    left,
    top,
    cropWidth,
    cropHeight,
    width: Math.round(cropWidth * scale),
    height: Math.round(cropHeight * scale),
    isMirrored: random() < 0.4,
  };
}

/** Twelve megapixels, as a phone stores them, from the largest 4:3 part of the source. */
export function wholeScene(source: Source): Framing {
  const cropWidth = Math.min(source.width, Math.floor((source.height * 4) / 3));
  const left = Math.floor((source.width - cropWidth) / 2);
  const cropHeight = Math.floor((cropWidth * 3) / 4);
  return { left, top: 0, cropWidth, cropHeight, width: 4000, height: 3000, isMirrored: false };
}

function place(wanted: number, room: number): number {
  return Math.round(Math.min(Math.max(0, wanted), Math.max(0, room)));
}
