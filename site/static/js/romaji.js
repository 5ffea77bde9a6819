// Romaji as people type it, read as hiragana: romaji.py.
"use strict";

{
  /** Return Latin letters as hiragana, or null if they are no romaji. */
  const kanaOf = (written) => {
    const { syllables, longest, loneN } = rules().romaji;
    const romaji = written.replace(new RegExp(loneN, "g"), "n");
    let kana = "";
    for (let at = 0; at < romaji.length; ) {
      let size = Math.min(longest, romaji.length - at);
      while (size && !Object.hasOwn(syllables, romaji.slice(at, at + size))) size -= 1;
      if (size) kana += syllables[romaji.slice(at, at + size)];
      else if (romaji[at] === "n") kana += "ん";
      else if (romaji[at] === romaji[at + 1]) kana += "っ";
      else return null;
      at += size || 1;
    }
    return kana;
  };

  /** Return the readings of Latin letters in kana: as typed, and with long vowels; none if no romaji. */
  rulebook.readingsOf = (romaji) => {
    const long = romaji.replace(new RegExp(rules().romaji.doubled, "g"), "$1-");
    return [...new Set([kanaOf(romaji), kanaOf(long)])].filter((kana) => kana !== null);
  };
}
