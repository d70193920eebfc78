import { expect, test } from 'vitest';
import { readXmpDates } from './read-xmp-dates.ts';

const NAMESPACES = `xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/"
  xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/"
  xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#" xmlns:stDim="http://ns.adobe.com/xap/1.0/sType/Dimensions#"`;
const DATES = `xmp:CreateDate="2019-07-04T15:30:12" exif:DateTimeOriginal='2019-07-04T15:30:11+02:00'`;
const packetOf = (children: string, attributes = `${NAMESPACES} ${DATES}`) =>
  `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
  xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ${attributes}>${children}
  </rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
const read = (packet: string) => readXmpDates(Buffer.from(packet));

const FACES = `<mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:AppliedToDimensions stDim:w="4000" stDim:h="3000"/>
  <mwg-rs:RegionList><rdf:Bag><rdf:li><rdf:Description mwg-rs:Name="Anna" mwg-rs:Type="Face"><mwg-rs:Area stArea:x="0.5"/>
  </rdf:Description></rdf:li></rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>`;
const found = { CreateDate: '2019-07-04T15:30:12', DateTimeOriginal: '2019-07-04T15:30:11+02:00' };

test.each([
  ['face regions', packetOf(FACES)],
  ['face regions whose namespaces nobody declared', packetOf(FACES, DATES)],
  ['a name that is not XML', packetOf(FACES.replace('Anna', 'Anna & <Noah>'))],
  ['a comment and raw text', packetOf('<!-- edited --><xmp:Label><![CDATA[a < b]]></xmp:Label>')],
  ['no frame around it', packetOf(FACES).replace(/<\?xpacket[^>]*>/g, '')],
  ['space before it', `\n  ${packetOf(FACES)}`],
  ['an end that is missing', packetOf(FACES).slice(0, -120)],
])('dates are found beside %s', (_what, packet) => {
  expect(read(packet)).toMatchObject(found);
});

test('dates are found in elements, under any prefix, and in UTF-16', () => {
  const packet = packetOf(
    `<a:CreateDate xmlns:a="http://ns.adobe.com/xap/1.0/"> 2019-07-04T15:30:12 </a:CreateDate>
     <photoshop:DateCreated>2018-01-02</photoshop:DateCreated>`,
    '',
  );
  expect(read(packet)).toMatchObject({ CreateDate: '2019-07-04T15:30:12', DateCreated: '2018-01-02' });
  expect(readXmpDates(Buffer.from(packet, 'utf16le'))).toEqual(read(packet));
});

test('dates of documents embedded in the picture are not its own', () => {
  const placed = `<xmpMM:Pantry><rdf:Bag><rdf:li><rdf:Description ${NAMESPACES} ${DATES}/></rdf:li></rdf:Bag></xmpMM:Pantry>`;
  expect(Object.values(read(packetOf(placed, ''))).filter(Boolean)).toEqual([]);
});

test('commented-out dates do not count', () => {
  const earlier = '<!-- <rdf:Description exif:DateTimeOriginal="1999-01-01T00:00:00"/> -->';
  expect(read(earlier + packetOf(''))).toMatchObject(found);
});

test.each([
  '<!--',
  '<xmpMM:Pantry>',
  '<xmp:CreateDate ',
  ' xmp:CreateDate = "',
  ' xmp:CreateDate    ',
  'xmlns:a="http://ns.adobe.com/xap/1.0/" ',
])('a megabyte of %j takes linear time', (text) => {
  const started = performance.now();
  read(text.repeat(1_000_000 / text.length));
  expect(performance.now() - started).toBeLessThan(2_000);
});
