/** The error of a whole form. */
export function FormFailure({ text }: { text: string | null }) {
  return (
    text && (
      <p className="failure" role="alert">
        {text}
      </p>
    )
  );
}
