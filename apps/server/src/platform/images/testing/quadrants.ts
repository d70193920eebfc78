import sharp, { type Sharp } from 'sharp';

/** Corner colours of the test picture, different enough to survive JPEG and scaling. */
export const CORNERS = {
  topLeft: '#d02020',
  topRight: '#20c020',
  bottomLeft: '#2020d0',
  bottomRight: '#e0e020',
};
export type Corner = keyof typeof CORNERS;

/** A picture of four coloured quarters. */
export function drawQuadrants(width: number, height: number): Sharp {
  const half = { width: Math.round(width / 2), height: Math.round(height / 2) };
  const quarter = (background: string, left: number, top: number) => ({
    input: { create: { ...half, channels: 3 as const, background } },
    left,
    top,
  });
  const right = width - half.width;
  const bottom = height - half.height;
  return sharp({ create: { width, height, channels: 3, background: CORNERS.topLeft } }).composite([
    quarter(CORNERS.topRight, right, 0),
    quarter(CORNERS.bottomLeft, 0, bottom),
    quarter(CORNERS.bottomRight, right, bottom),
  ]);
}

/** The colour in each corner of a picture, read a tenth inwards. */
export async function readCorners(file: string): Promise<Record<Corner, Corner | undefined>> {
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  const nameAt = (x: number, y: number) => {
    const at = (Math.floor(info.height * y) * info.width + Math.floor(info.width * x)) * 3;
    return nameColour([...data.subarray(at, at + 3)]);
  };
  return {
    topLeft: nameAt(0.1, 0.1),
    topRight: nameAt(0.9, 0.1),
    bottomLeft: nameAt(0.1, 0.9),
    bottomRight: nameAt(0.9, 0.9),
  };
}

const TOLERANCE = 24;

function nameColour(pixel: number[]): Corner | undefined {
  const isNear = (colour: string) =>
    pixel.every((value, band) => {
      const wanted = Number.parseInt(colour.slice(1 + band * 2, 3 + band * 2), 16);
      return Math.abs(value - wanted) <= TOLERANCE;
    });
  return (Object.keys(CORNERS) as Corner[]).find((corner) => isNear(CORNERS[corner]));
}
