/** Movement, sounds, announcements, marks: everything around a view.  None of it may keep the view from being shown. */

/** Does a decoration.  An error is reported, and `otherwise` is the answer. */
export function decorated<Answer>(decorate: () => Answer, otherwise: Answer): Answer {
  try {
    return decorate();
  } catch (error) {
    console.error(error);
    return otherwise;
  }
}
