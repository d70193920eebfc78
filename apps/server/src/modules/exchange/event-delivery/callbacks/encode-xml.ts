import { XMLBuilder } from 'fast-xml-parser';
import * as z from 'zod';
import { parseStoredJson } from '../../../../platform/stored-json.ts';

const NAMESPACE = 'urn:keepsake:callback:1';
const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', format: true });

const stored = z.object({ type: z.string(), timestamp: z.string(), data: z.unknown() });

/** Characters that XML 1.0 cannot contain, escaped or not. */
const UNWRITABLE = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** A callback as XML (docs/schemas/callbacks.xsd): elements are named after the fields of the JSON, null ones are left out. */
export function encodeXml(json: string): { body: string; contentType: string } {
  const { type, timestamp, data } = parseStoredJson(stored, json, 'an event that is sent as XML');
  const callback = { '@xmlns': NAMESPACE, '@type': type, '@timestamp': timestamp, data: elementsOf(data) };
  const declaration = { '@version': '1.0', '@encoding': 'UTF-8' };
  return {
    body: builder.build({ '?xml': declaration, callback }),
    contentType: 'application/xml; charset=utf-8',
  };
}

/** A list `faults` becomes an element of that name with a child `fault` per item. */
function elementsOf(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(UNWRITABLE, '\ufffd');
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, each]) => each !== null);
  return Object.fromEntries(
    entries.map(([name, each]) => [
      name,
      Array.isArray(each) ? { [name.replace(/s$/, '')]: each.map(elementsOf) } : elementsOf(each),
    ]),
  );
}
