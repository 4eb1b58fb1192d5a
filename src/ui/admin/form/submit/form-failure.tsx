/** What a form was refused for as a whole. */
export function FormFailure({ text }: { text: string | null }) {
  return (
    text && (
      <p className="failure" role="alert">
        {text}
      </p>
    )
  );
}
