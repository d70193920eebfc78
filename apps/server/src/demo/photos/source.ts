/** A point of a picture, in fractions of its width and height. */
export type Point = readonly [x: number, y: number];

/**
 * A public-domain photo that demo photos are cut from; see sources/SOURCES.md.
 * `subjects` are the points a crop keeps in view; `hues` the turns of the colour circle (degrees) under
 * which the scene still looks natural; `light` when in the day it can have been taken.
 */
export type Source = {
  width: number;
  height: number;
  subjects: readonly Point[];
  hues: readonly number[];
  light: 'day' | 'evening' | 'any';
  /** The smallest share of the picture that still shows what it is of. */
  closest?: number;
};
