/** A text whose beginning stands out where it is what was typed, in any case. */
export function MatchedPrefix({ text, prefix }: { text: string; prefix: string }) {
  const typed = prefix.trim();
  const beginning = text.slice(0, typed.length);
  if (typed === '' || beginning.toLowerCase() !== typed.toLowerCase()) return text;
  return (
    <>
      <b>{beginning}</b>
      {text.slice(typed.length)}
    </>
  );
}
