/** What the table says about something that was asked of it. */
export interface Note {
  /** what stays as it was */
  head: string;
  text: string;
  /** § of the rule book, or "" */
  section: string;
  /** the table said no; otherwise it only says something */
  refusal: boolean;
}
