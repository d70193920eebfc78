/** An HEVC picture from heif-enc: its decoder configuration (whole hvcC box) and its bytes. */
export type HevcPicture = { hvcC: Buffer; data: Buffer; width: number; height: number };

/** What to put around the pictures. A single picture is the image itself, several are the tiles of a grid. */
export type HeifPlan = {
  tiles: HevcPicture[];
  columns: number;
  width: number;
  height: number;
  /** Whole property boxes of the image, with transforms last and in order: colr, irot, imir. */
  properties: Buffer[];
  exif?: Buffer;
};

const box = (type: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body]);
};
const fullBox = (type: string, version: number, ...parts: Buffer[]) =>
  box(type, u32(version << 24), ...parts);
const u8 = (...values: number[]) => Buffer.from(values);
const u16 = (...values: number[]) => Buffer.from(values.flatMap((value) => [value >> 8, value & 255]));
function u32(...values: number[]) {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}

export const irot = (quarterTurnsLeft: number): Buffer => box('irot', u8(quarterTurnsLeft));
/** 0 swaps top and bottom, 1 left and right. */
export const imir = (axis: number): Buffer => box('imir', u8(axis));
export const iccColour = (profile: Uint8Array): Buffer =>
  box('colr', Buffer.from('prof'), Buffer.from(profile));
/** Primaries, transfer and matrix as in ISO/IEC 23091-2, full range. */
export const nclxColour = (...codes: [number, number, number]): Buffer =>
  box('colr', Buffer.from('nclx'), u16(...codes), u8(0x80));

type Item = { id: number; type: string; data: Buffer; properties: Buffer[] };

/** Writes a HEIC with the layout used by phones (ISO/IEC 23008-12): tiles, a grid over them, EXIF, all in one mdat. */
export function writeHeif(plan: HeifPlan): Buffer {
  const size = fullBox('ispe', 0, u32(plan.width, plan.height));
  // Equal tiles share their boxes, as in phones' files: libheif accepts at most a hundred.
  const described = new Map(
    plan.tiles.map((tile) => [tile, [tile.hvcC, fullBox('ispe', 0, u32(tile.width, tile.height))]]),
  );
  const tiles = plan.tiles.map((tile, index): Item => {
    const properties = [...(described.get(tile) ?? [])];
    return { id: index + 1, type: 'hvc1', data: tile.data, properties };
  });
  const first = tiles[0];
  const isGrid = tiles.length > 1;
  if (!isGrid && first) first.properties.push(...plan.properties);
  const rows = tiles.length / plan.columns;
  const layout = Buffer.concat([u8(0, 0, rows - 1, plan.columns - 1), u16(plan.width, plan.height)]);
  const grid: Item = { id: 10_000, type: 'grid', data: layout, properties: [size, ...plan.properties] };
  const exif: Item = {
    id: 20_000,
    type: 'Exif',
    data: Buffer.concat([u32(0), plan.exif ?? u8()]),
    properties: [],
  };
  const items = [...tiles, ...(isGrid ? [grid] : []), ...(plan.exif ? [exif] : [])];
  const primary = isGrid ? grid.id : 1;
  const references = [
    ...(isGrid
      ? [
          reference(
            'dimg',
            grid.id,
            tiles.map((tile) => tile.id),
          ),
        ]
      : []),
    ...(plan.exif ? [reference('cdsc', exif.id, [primary])] : []),
  ];
  return assemble(items, primary, references);
}

const reference = (type: string, from: number, to: number[]) => box(type, u16(from, to.length, ...to));

function assemble(items: Item[], primary: number, references: Buffer[]): Buffer {
  const ftyp = box('ftyp', Buffer.from('heic\0\0\0\0mif1heic'));
  const meta = (dataAt: number) =>
    fullBox(
      'meta',
      0,
      fullBox('hdlr', 0, u32(0), Buffer.from('pict'), u32(0, 0, 0), u8(0)),
      fullBox('pitm', 0, u16(primary)),
      fullBox('iinf', 0, u16(items.length), ...items.map(describeItem)),
      fullBox('iref', 0, ...references),
      describeProperties(items),
      locateItems(items, dataAt),
    );
  const dataAt = ftyp.length + meta(0).length + 8;
  return Buffer.concat([ftyp, meta(dataAt), box('mdat', ...distinctData(items))]);
}

/** Tiles and metadata are hidden (flag 1), so that viewers do not show them beside the grid. */
const describeItem = ({ id, type }: Item, _: number, all: Item[]) =>
  box(
    'infe',
    u8(2, 0, 0, type === 'hvc1' && all.some((item) => item.type === 'grid') ? 1 : 0),
    u16(id, 0),
    Buffer.from(`${type}\0`),
  );

function describeProperties(items: Item[]): Buffer {
  const all = [...new Set(items.flatMap((item) => item.properties))];
  const owners = items.filter((item) => item.properties.length > 0);
  const associations = owners.map((item) => {
    const numbers = item.properties.map((property) => (all.indexOf(property) + 1) | 0x80);
    return Buffer.concat([u16(item.id), u8(numbers.length, ...numbers)]);
  });
  return box('iprp', box('ipco', ...all), fullBox('ipma', 0, u32(owners.length), ...associations));
}

/** Equal tiles share their bytes too, so that a picture of hundreds of megapixels is a small file. */
const distinctData = (items: Item[]) => [...new Set(items.map((item) => item.data))];

function locateItems(items: Item[], dataAt: number): Buffer {
  let next = dataAt;
  const places = new Map<Buffer, number>();
  for (const data of distinctData(items)) {
    places.set(data, next);
    next += data.length;
  }
  const entries = items.map(({ id, data }) =>
    Buffer.concat([u16(id, 0, 1), u32(places.get(data) ?? 0, data.length)]),
  );
  return fullBox('iloc', 0, u8(0x44, 0), u16(items.length), ...entries);
}
