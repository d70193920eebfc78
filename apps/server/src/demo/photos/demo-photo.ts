import type { CameraId } from './camera.ts';
import type { Framing } from './framing.ts';
import type { SourceId } from './sources.ts';
import type { Tone } from './tone.ts';

/** The content of the picture: cut from a source on demand, or a file stored beside the code. */
export type Picture = { source: SourceId; framing: Framing; tone: Tone } | { bundledFile: string };

/**
 * The plan of one photo. `takenAt` is wall time `YYYY-MM-DDTHH:mm:ss`, null if unknown; `dateIn` says where a reader finds it;
 * `offset` is set if the camera writes OffsetTimeOriginal. Sizes in `picture` are those of the upright picture; `orientation` is
 * the EXIF value under which the pixels are stored.
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
