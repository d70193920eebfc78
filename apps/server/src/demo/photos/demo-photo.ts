import type { CameraId } from './camera.ts';
import type { Framing } from './framing.ts';
import type { SourceId } from './sources.ts';
import type { Tone } from './tone.ts';

/** What is on the picture: cut from a source when asked for, or a file kept beside the code. */
export type Picture = { source: SourceId; framing: Framing; tone: Tone } | { keptFile: string };

/**
 * The plan of one photo. `takenAt` is wall time `YYYY-MM-DDTHH:mm:ss`, null when unknown; `dateIn` says
 * where a reader finds it; `offset` is set when the camera writes OffsetTimeOriginal. Sizes in `picture` are
 * those of the upright picture; `orientation` is the EXIF value the pixels are stored under.
 */
export type DemoPhoto = {
  fileName: string;
  format: 'jpeg' | 'png' | 'heic';
  takenAt: string | null;
  dateIn: 'exif' | 'file-name' | 'nowhere';
  offset: string | null;
  camera: CameraId | null;
  orientation: 1 | 3 | 6 | 8;
  picture: Picture;
};
