/** An icon of the font, decorative. It is letters until the font is there, which nobody sees. */
export function FontIcon({ name, size = 20 }: { name: string; size?: number }) {
  return (
    <span
      aria-hidden="true"
      className="material-icons-outlined"
      style={{ fontSize: size, width: size, height: size, overflow: 'hidden', flex: 'none' }}
    >
      {name}
    </span>
  );
}
