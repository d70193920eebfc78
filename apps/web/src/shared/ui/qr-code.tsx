import { encodeQR } from 'qr';
import { useMemo } from 'react';
import classes from './qr-code.module.css';

/** Width of the light border that readers require, in modules. */
const QUIET_ZONE = 4;

/** A QR code, drawn as one path: dark on white in both colour schemes, because many readers cannot read light on dark. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { edge, path } = useMemo(() => draw(text), [text]);
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${edge} ${edge}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}

function draw(text: string): { edge: number; path: string } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE });
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return { edge: rows.length, path: path.join('') };
}
