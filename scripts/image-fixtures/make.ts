/**
 * Makes the images under apps/server/src/platform/images/fixtures and the table of what exiftool reads from them. Needs
 * heif-enc and exiftool (Debian: libheif-examples, libimage-exiftool-perl); tests need neither.
 * Run: node scripts/image-fixtures/make.ts
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { buildTiff, TAG } from '../../apps/server/src/platform/images/testing/build-tiff.ts';
import { CORNERS, drawQuadrants } from '../../apps/server/src/platform/images/testing/quadrants.ts';
import {
  readCamerasWithExiftool,
  readDatesWithExiftool,
} from '../../apps/server/src/platform/images/testing/read-with-exiftool.ts';
import { drawSwatches, hlg, pq, TO_BT2020 } from '../../apps/server/src/platform/images/testing/swatches.ts';
import { encodeHeic, encodeHevc } from './encode-hevc.ts';
import { type HevcPicture, iccColour, imir, irot, nclxColour, writeHeif } from './write-heif.ts';

const fixtures = fileURLToPath(new URL('../../apps/server/src/platform/images/fixtures/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'image-fixtures-'));
mkdirSync(fixtures, { recursive: true });

const put = (name: string, bytes: Uint8Array) => writeFileSync(join(fixtures, name), bytes);

/** As written by an iPhone: tiles, a rotation, the same rotation in EXIF, Display P3 as an ICC profile. */
async function makeGrid() {
  const [width, height, tile] = [250, 190, 128];
  const drawn = await drawQuadrants(width, height).png().toBuffer();
  const tagged = await sharp(drawn)
    .extend({ right: 2 * tile - width, bottom: 2 * tile - height, extendWith: 'copy' })
    .withIccProfile('p3')
    .png()
    .toBuffer();
  const { icc } = await sharp(tagged).metadata();
  if (!icc) throw new Error('libvips gave no Display P3 profile');
  const cut = (left: number, top: number) =>
    encodeHevc(sharp(tagged, { ignoreIcc: true }).extract({ left, top, width: tile, height: tile }), folder);
  const tiles = [await cut(0, 0), await cut(tile, 0), await cut(0, tile), await cut(tile, tile)];
  const exif = buildTiff({
    main: [{ id: TAG.orientation, shorts: [6] }],
    exif: [
      { id: TAG.dateTimeOriginal, ascii: '2021:08:15 19:42:07' },
      { id: TAG.offsetTimeOriginal, ascii: '+02:00' },
      { id: TAG.subSecTimeOriginal, ascii: '481' },
    ],
  });
  const properties = [iccColour(icc), irot(3)];
  put('grid-rotated-p3.heic', writeHeif({ tiles, columns: 2, width, height, properties, exif }));
}

async function makeSingles() {
  const size = { width: 160, height: 120 };
  const plain = await encodeHevc(drawQuadrants(160, 120), folder);
  const single = { tiles: [plain], columns: 1, ...size };
  put('mirrored.heic', writeHeif({ ...single, properties: [imir(1)] }));
  put('nclx-p3.heic', writeHeif({ ...single, properties: [nclxColour(12, 13, 6)] }));
  const deep = await encodeHevc(drawQuadrants(160, 120).toColourspace('rgb16'), folder, ['-b', '10']);
  put('ten-bit.heic', writeHeif({ ...single, tiles: [deep], properties: [] }));
  // A width that does not fill whole bytes, for which libheif pads the rows.
  const narrow = await encodeHevc(drawQuadrants(102, 66), folder);
  put('padded-rows.heic', writeHeif({ tiles: [narrow], columns: 1, width: 102, height: 66, properties: [] }));
}

/** As written by mirrorless cameras and as screenshots of high dynamic range. */
async function makeHighDynamicRange() {
  const options = ['-q', '95', '-b', '10', '-p', 'chroma=444'];
  for (const [name, curve, transfer] of [['pq', pq, 16] as const, ['hlg', hlg, 18] as const]) {
    const tile = await encodeHevc(drawSwatches({ matrix: TO_BT2020, curve }, 16), folder, options);
    const { width, height } = tile;
    const properties = [nclxColour(9, transfer, 6)];
    put(`${name}.heic`, writeHeif({ tiles: [tile], columns: 1, width, height, properties }));
  }
}

/** Opaque on the right. The left is red, and as transparent as what a phone cuts out of its background. */
async function makeTransparent() {
  const half = { width: 60, height: 60, channels: 4 as const };
  const hidden = sharp({ create: { ...half, background: { r: 208, g: 32, b: 32, alpha: 0 } } });
  const shown = { create: { ...half, background: CORNERS.topLeft } };
  const image = hidden.extend({ right: 60, background: { r: 0, g: 0, b: 0, alpha: 0 } });
  const whole = await image
    .composite([{ input: shown, left: 60, top: 0 }])
    .png()
    .toBuffer();
  put('transparent.heic', (await encodeHeic(sharp(whole), folder)).file);
}

/** 201 megapixels in a few kilobytes: 768 tiles, of which each quarter repeats one, cropped and turned like a phone's. */
async function makeHuge() {
  const [columns, rows, tile] = [32, 24, 512];
  const colours = [CORNERS.topLeft, CORNERS.topRight, CORNERS.bottomLeft, CORNERS.bottomRight];
  const drawn = await Promise.all(
    colours.map((background) =>
      sharp({ create: { width: tile, height: tile, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const quarters: HevcPicture[] = [];
  for (const png of drawn) quarters.push(await encodeHevc(sharp(png), folder));
  const tiles = Array.from({ length: columns * rows }, (_, at) => {
    const isRight = at % columns >= columns / 2;
    const isBottom = at >= (columns * rows) / 2;
    return quarters[Number(isRight) + 2 * Number(isBottom)] as HevcPicture;
  });
  const [width, height] = [columns * tile - 100, rows * tile - 60];
  put('huge-grid.heic', writeHeif({ tiles, columns, width, height, properties: [irot(3)] }));
}

/** A few hundred bytes each: only the metadata matters, which exiftool itself writes. */
const DATED: Record<string, string[]> = {
  'exif-original.jpg': ['-DateTimeOriginal=2019:07:04 15:30:12'],
  'exif-subsec-offset.jpg': [
    '-DateTimeOriginal=2019:07:04 15:30:12',
    '-SubSecTimeOriginal=123',
    '-OffsetTimeOriginal=+02:00',
    '-CreateDate=2020:01:01 00:00:00',
  ],
  'exif-half-hour-west.jpg': ['-DateTimeOriginal=2018:12:31 23:30:00', '-OffsetTimeOriginal=-03:30'],
  'exif-digitized.jpg': [
    '-CreateDate=2017:03:02 01:02:03',
    '-SubSecTimeDigitized=07',
    '-OffsetTimeDigitized=+09:00',
  ],
  'exif-modified-only.jpg': ['-ModifyDate=2016:01:02 03:04:05'],
  'exif-before-xmp.jpg': [
    '-DateTimeOriginal=2015:05:05 05:05:05',
    '-XMP-exif:DateTimeOriginal=2014:04:04 04:04:04',
  ],
  'xmp-original.jpg': ['-XMP-exif:DateTimeOriginal=2013:06:07 08:09:10.25+05:45'],
  'xmp-created.jpg': ['-XMP-photoshop:DateCreated=2012:02:29 12:00:00Z'],
  'xmp-create-date.jpg': ['-XMP-xmp:CreateDate=2011:11:11 11:11:11'],
  'xmp-original-before-digitized.jpg': [
    '-XMP-exif:DateTimeOriginal=1962:08:01 10:00:00',
    '-CreateDate=2010:01:01 09:00:00',
  ],
  'exif.png': ['-EXIF:DateTimeOriginal=2022:10:11 12:13:14', '-EXIF:OffsetTimeOriginal=-08:00'],
  'xmp.png': ['-XMP-exif:DateTimeOriginal=2023:01:02 03:04:05'],
};

async function makeDated() {
  for (const [name, tags] of Object.entries(DATED)) {
    await drawQuadrants(16, 12).toFile(join(fixtures, name));
    execFileSync('exiftool', ['-q', '-overwrite_original', ...tags, join(fixtures, name)]);
  }
  const names = [...Object.keys(DATED), 'grid-rotated-p3.heic'];
  put('exif-dates.json', Buffer.from(`${JSON.stringify(readDatesWithExiftool(fixtures, names), null, 2)}\n`));
}

/** As written by an SLR, by a phone, and by a program that ignores conventions. */
const TAKEN: Record<string, string[]> = {
  'camera-reflex.jpg': [
    ...['-Make=Halden Optical Corp.  ', '-Model=Halden M5', '-LensModel=Halden 24-70mm f/2.8'],
    ...['-ExposureTime=1/250', '-FNumber=2.8', '-FocalLength=35', '-ISO=200'],
  ],
  'camera-phone.png': [
    ...['-EXIF:Make=Nuvo', '-EXIF:Model=Nuvo 11', '-EXIF:LensModel=Nuvo 11 back wide camera 5.96mm f/1.78'],
    ...[
      '-EXIF:ExposureTime=0.0166667',
      '-EXIF:FNumber=1.7799999713',
      '-EXIF:FocalLength=5.96',
      '-EXIF:ISO=32',
    ],
  ],
  'camera-long.jpg': [
    '-Model=Café №5',
    '-ExposureTime=30',
    '-FNumber=11',
    '-ISO=65535',
    '-RecommendedExposureIndex=102400',
  ],
};

async function makeTaken() {
  for (const [name, tags] of Object.entries(TAKEN)) {
    await drawQuadrants(16, 12).toFile(join(fixtures, name));
    execFileSync('exiftool', ['-q', '-overwrite_original', ...tags, join(fixtures, name)]);
  }
  const cameras = readCamerasWithExiftool(fixtures, Object.keys(TAKEN));
  put('exif-cameras.json', Buffer.from(`${JSON.stringify(cameras, null, 2)}\n`));
}

await makeGrid();
await makeSingles();
await makeHighDynamicRange();
await makeTransparent();
await makeHuge();
await makeDated();
await makeTaken();
rmSync(folder, { recursive: true });
