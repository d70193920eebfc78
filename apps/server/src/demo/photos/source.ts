/** A point of a picture, in fractions of its width and height. */
export type Point = readonly [x: number, y: number];

/**
 * A public-domain photo from which demo photos are cut; see sources/SOURCES.md. `subjects` are the points a crop keeps in view;
 * `hues` the rotations of the colour circle (degrees) under which the scene still looks natural; `light` the time of day at which
 * it can have been taken.
 */
export type Source = {
  width: number;
  height: number;
  subjects: readonly Point[];
  hues: readonly number[];
  light: 'day' | 'evening' | 'any';
  /** The smallest crop, as a share of the picture, that still shows its subject. */
  closest?: number;
};
