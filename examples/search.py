"""A client of your own, in forty lines: sign in, search the documents' text, print the passages with their pages.

It reads the LF_* settings that `lf-simulator run` sets, and speaks either dialect:
`lf-simulator run --profile v2-selfhosted -- python examples/search.py 'unpaid balance'`
"""

import os
import sys
import time

import httpx

words = " ".join(sys.argv[1:]) or "unpaid balance"
version = os.environ["LF_API_VERSION"]
repository = f"{os.environ['LF_REPO_API_URL']}/{version}/Repositories/{os.environ['LF_REPOSITORY_ID']}"
# Words of one value may stand apart; single quotes inside make a phrase of them.
command = {"searchCommand": f"""{{LF:Basic~="'{words}'", option="D"}}"""}

with httpx.Client() as http:
    account = {"username": os.environ["LF_USERNAME"], "password": os.environ["LF_PASSWORD"]}
    token = http.post(f"{repository}/Token", data={"grant_type": "password", **account}).json()["access_token"]
    http.headers["Authorization"] = f"Bearer {token}"

    if version == "v1":
        search = http.post(f"{repository}/Searches", json=command).raise_for_status().json()["token"]
        task, status = f"{repository}/Searches/{search}", lambda answer: answer["status"]
    else:
        search = http.post(f"{repository}/Searches/SearchAsync", json=command).raise_for_status().json()["taskId"]
        task, status = f"{repository}/Tasks?taskIds={search}", lambda answer: answer["value"][0]["status"]
    while status(http.get(task).json()) == "InProgress":
        time.sleep(0.2)

    results = f"{repository}/Searches/{search}/Results"
    for row in http.get(results).raise_for_status().json()["value"]:
        print(f"{row['id']}  {row['name']}")
        for hit in http.get(f"{results}/{row['rowNumber']}/ContextHits").json()["value"]:
            print(f"      page {hit['pageNumber']}: … {hit['context']} …")
    http.delete(task)  # an open search takes one of the few places that a session has
