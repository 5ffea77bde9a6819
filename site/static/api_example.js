// 条文の番号を書いた要素に、本文を入れる。<p data-clause="weiss-schwarz/9.2.2"></p>
const api = new URL("../api/v1/", document.currentScript.src);

async function clause(game, number) {
  const answer = await fetch(new URL(`${game}/clauses/${number}.json`, api));
  if (!answer.ok) throw new Error(`${game} ${number}: ${answer.status}`);
  return answer.json();
}

async function fill(place) {
  const found = await clause(...place.dataset.clause.split("/"));
  const path = found.path.map((above) => above.title).join(" › ");
  place.textContent = `${found.number} ${path}（${found.edition}）: ${found.text || found.title}`;
}

for (const place of document.querySelectorAll("[data-clause]")) {
  fill(place).catch((error) => (place.textContent = error.message));
}
