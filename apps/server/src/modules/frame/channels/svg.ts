import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { Size } from './png.ts';

/** Elements allowed in drawings. Text is not: it would be set in whatever typeface a device has. */
const ELEMENTS = new Set([
  ...[
    'svg',
    'g',
    'defs',
    'symbol',
    'use',
    'title',
    'desc',
    'metadata',
    'style',
    'clipPath',
    'mask',
    'pattern',
  ],
  ...['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'],
  ...['linearGradient', 'radialGradient', 'stop', 'filter'],
]);
const FILTERS = /^fe[A-Z]\w+$/;
/** Filter elements that fetch. */
const FETCHING = new Set(['feImage']);

type Node = Record<string, unknown> & { ':@'?: Record<string, string> };

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseAttributeValue: false,
  htmlEntities: true,
});

/** Why a file is not a drawing, or runs or fetches something; null if it is fine. */
export function faultOfSvg(text: string): string | null {
  // Entities could expand to anything, so none are allowed.
  if (/<!(DOCTYPE|ENTITY)/i.test(text))
    return 'declares a document type or entities, which a drawing does not need';
  const valid = XMLValidator.validate(text);
  if (valid !== true) return `is not XML: ${valid.err.msg} (line ${valid.err.line})`;
  const nodes = parser.parse(text) as Node[];
  if (!nodes.some((node) => 'svg' in node)) return 'is not a drawing: its root is not <svg>';
  return faultOfNodes(nodes);
}

function faultOfNodes(nodes: readonly Node[]): string | null {
  for (const node of nodes) {
    const [name = ''] = Object.keys(node).filter((key) => key !== ':@');
    if (name === '#text' || name.startsWith('?')) continue;
    const fault = faultOfElement(name, node) ?? faultOfNodes((node[name] as Node[] | undefined) ?? []);
    if (fault) return fault;
  }
  return null;
}

function faultOfElement(name: string, node: Node): string | null {
  const isDrawn = ELEMENTS.has(name) || (FILTERS.test(name) && !FETCHING.has(name));
  // Editors' own metadata, under their prefixes, draws nothing.
  if (!isDrawn && !/^(sodipodi|inkscape|rdf|cc|dc):/.test(name))
    return `has <${name}>, which is not allowed in drawings`;
  if (name === 'style') {
    const css = JSON.stringify(node[name]);
    if (/@import|url\(\s*(?!\\?["']?#)|\\\\/i.test(css)) return 'has a style that fetches something';
  }
  const entries = Object.entries(node[':@'] ?? {});
  const wrong = entries.find(([attribute, value]) => isForeign(attribute, value));
  return wrong
    ? `has ${wrong[0]}="${wrong[1].slice(0, 60)}" on <${name}>, which runs or fetches something`
    : null;
}

function isForeign(attribute: string, value: string): boolean {
  const name = attribute.toLowerCase();
  if (name.startsWith('on')) return true;
  if (/(^|:)href$/.test(name) || name === 'src') return !value.trim().startsWith('#');
  if (name.startsWith('xmlns')) return false;
  return /url\(\s*(?!['"]?#)|javascript:|@import|\\/i.test(value);
}

/** The intrinsic size of a drawing, or null. */
export function sizeOfSvg(text: string): Size | null {
  const root = (parser.parse(text) as Node[]).find((node) => 'svg' in node)?.[':@'] ?? {};
  const [, , boxWidth, boxHeight] = (root.viewBox ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [width, height] = [Number.parseFloat(root.width ?? ''), Number.parseFloat(root.height ?? '')];
  if (boxWidth && boxHeight && boxWidth > 0 && boxHeight > 0) return { width: boxWidth, height: boxHeight };
  return width > 0 && height > 0 ? { width, height } : null;
}
